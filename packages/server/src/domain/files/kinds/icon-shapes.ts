const bigOutline = 'd="M18 13a7 7 0 0 1 7-7h33l20 20v57a7 7 0 0 1-7 7H25a7 7 0 0 1-7-7z"'
const bigFold = '<path class="f" d="M58 6l20 20H65a7 7 0 0 1-7-7z"/>'
const bigSheet = `<path class="p" ${bigOutline}/>${bigFold}`

const smallOutline = 'd="M4.5 3.5a2 2 0 0 1 2-2H14l5.5 5.5v13.5a2 2 0 0 1-2 2h-11a2 2 0 0 1-2-2z"'
const smallSheet = `<path class="p" ${smallOutline}/><path class="f" d="M14 1.5l5.5 5.5H16a2 2 0 0 1-2-2z"/>`

/**
 * The outlines of all things. `p` is paper with its edge, `f` the folded corner, `c` and `k` fill
 * and draw with the colour of the thing, `b` is the back of a folder.
 */
export const bigShapes = {
  sheet: bigSheet,
  folder:
    '<path class="b" d="M8 24a8 8 0 0 1 8-8h19a8 8 0 0 1 6 2.7l5.6 6.3H80a8 8 0 0 1 8 8v32H8z"/>' +
    '<rect class="c" x="8" y="34" width="80" height="47" rx="8"/>',
  multiple:
    '<rect class="p" x="31" y="8" width="48" height="62" rx="7"/>' +
    '<rect class="p" x="24" y="17" width="48" height="62" rx="7"/>' +
    '<rect class="p" x="17" y="26" width="48" height="62" rx="7"/>' +
    '<path class="k" d="M28 42h26M28 52h26M28 62h26M28 72h15"/>',
  search:
    '<circle class="k" cx="42" cy="42" r="25" style="stroke-width:7"/>' +
    '<path class="k" d="M61 61l22 22" style="stroke-width:9"/>',
  none: `<path class="p" stroke-dasharray="5 4.5" ${bigOutline}/>${bigFold}`,
  link: `${bigSheet}<path class="k" d="M34 70V60a11 11 0 0 1 11-11h16M52 39l10 10-10 10" style="stroke-width:4.5"/>`,
  other:
    `${bigSheet}<path class="k" d="M40 46c0-12 17-12 17 0 0 7-8.5 7-8.5 14" style="stroke-width:4.5"/>` +
    '<circle class="c" cx="48.5" cy="70" r="3.2"/>',
}

export const smallShapes: typeof bigShapes = {
  sheet: smallSheet,
  folder:
    '<path class="b" d="M1.5 6a2 2 0 0 1 2-2H9a2 2 0 0 1 1.5.7L12 6.5h8.5a2 2 0 0 1 2 2V17h-21z"/>' +
    '<rect class="c" x="1.5" y="8.5" width="21" height="12" rx="2"/>',
  multiple:
    '<rect class="p" x="8.5" y="1.5" width="12" height="16" rx="2"/>' +
    '<rect class="p" x="4.5" y="5.5" width="12" height="17" rx="2"/>' +
    '<path class="k" d="M8 11h5M8 14.5h5M8 18h3" style="stroke-width:1.5"/>',
  search: '<circle class="k" cx="10.5" cy="10.5" r="6.5"/><path class="k" d="M15.5 15.5l6 6"/>',
  none: `<path class="p" stroke-dasharray="2 1.5" ${smallOutline}/>`,
  link: `${smallSheet}<path class="k" d="M8.5 18v-2a3 3 0 0 1 3-3H15M13 10.5l2.5 2.5-2.5 2.5" style="stroke-width:1.5"/>`,
  other:
    `${smallSheet}<path class="k" d="M9.5 11c0-3.5 5-3.5 5 0 0 2-2.5 2-2.5 4" style="stroke-width:1.6"/>` +
    '<circle class="c" cx="12" cy="18.3" r="1.1"/>',
}
