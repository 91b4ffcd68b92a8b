import type { Family } from './file-types.ts'

/**
 * What a family looks like, drawn around the origin within 15 to each side. `c` fills with the
 * colour of the family, `k` draws lines with it.
 */
export const glyphs: Record<Family, string> = {
  picture:
    '<rect class="k" x="-15" y="-12" width="30" height="24" rx="4"/><circle class="c" cx="7.5" cy="-4.5" r="2.8"/>' +
    '<path class="c" d="M-12 9l8-11 5 6.5 3-3.5 8 8z"/>',
  video:
    '<rect class="k" x="-15" y="-12" width="30" height="24" rx="4"/><path class="c" d="M-4-6.2v12.4L7 0z"/>',
  audio:
    '<path class="k" d="M-5.5 9V-11l14-3V6"/><circle class="c" cx="-9" cy="9.5" r="4.5"/><circle class="c" cx="5" cy="6.5" r="4.5"/>',
  text: '<path class="k" d="M-14-10h28M-14-3h28M-14 4h28M-14 11h16"/>',
  code: '<path class="k" d="M-7-8l-8 8 8 8M7-8l8 8-8 8M3-12l-6 24"/>',
  document:
    '<path class="k" d="M-14-10h28M2-2h12M2 5h12M-14 12h28"/><rect class="c" x="-15" y="-4" width="13" height="11" rx="2"/>',
  sheet:
    '<rect class="k" x="-15" y="-12" width="30" height="24" rx="3"/><path class="k" d="M-15-4h30M-15 4h30M-5-12v24M5-12v24"/>',
  slides:
    '<path class="k" d="M-16-12h32M-13-12V6h26v-18M0 6v4M-6 14l6-5 6 5"/><path class="c" d="M-8 2v-5h4v5zM-2 2v-10h4V2zM4 2v-7h4v7z"/>',
  pdf: '<path class="k" d="M-14 11c6-2 13-13 13-21 0-5 4-4 3 0-2 8 6 14 12 14 4 0 3-4-1-4-8 0-17 3-24 7-5 3-5 6-3 4z"/>',
  archive:
    '<path class="c" d="M-6-15h6v5h-6zM0-10h6v5H0zM-6-5h6v5h-6zM0 0h6v5H0z"/><rect class="k" x="-6" y="5" width="12" height="10" rx="2.5"/>',
  font: '<path class="k" d="M-14 12l9-25 9 25M-10.7 3H.7"/><circle class="k" cx="9.5" cy="7.5" r="4.5"/><path class="k" d="M14 2v10"/>',
  disk: '<circle class="k" r="14"/><circle class="k" r="4.5"/><path class="k" d="M-9.5 0A9.5 9.5 0 0 1 0-9.5"/>',
  program:
    '<rect class="k" x="-15" y="-12" width="30" height="24" rx="4"/><path class="k" d="M-9-5l5 5-5 5M0 5h8"/>',
  data: '<ellipse class="k" cy="-9.5" rx="13" ry="4.5"/><path class="k" d="M-13-9.5V9.5c0 6 26 6 26 0v-19M-13 0c0 6 26 6 26 0"/>',
  other: '<path class="k" d="M-14-6h28M-14 1h28M-14 8h16"/>',
}
