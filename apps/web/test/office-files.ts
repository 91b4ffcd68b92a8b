import { deflatedZip } from '../../../packages/server/src/codecs/zip/deflated-zip.ts'

/** An archive as office programs write them, of parts by their names. */
export async function packed(
  parts: Record<string, string | Uint8Array>,
): Promise<Uint8Array<ArrayBuffer>> {
  const files = Object.entries(parts).map(([path, text]) => ({ path, bytes: once(text) }))
  const pieces: Uint8Array[] = []
  for await (const piece of deflatedZip(files, new Date(2026, 4, 1, 10, 20))) pieces.push(piece)
  return new Uint8Array(Buffer.concat(pieces))
}

async function* once(content: string | Uint8Array) {
  yield Buffer.from(content as string)
}

const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

function relations(ofType: Record<string, string>): string {
  const all = Object.entries(ofType).map(
    ([target, type], index) =>
      `<Relationship Id="rId${index + 1}" Type="${office}/${type}" Target="${target}"/>`,
  )
  return `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${all.join('')}</Relationships>`
}

const word = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'

/** `body`: what stands in `w:body`. Styles have German ids, as a German Word writes them. */
export function wordFile(body: string) {
  return packed({
    '_rels/.rels': relations({ 'word/document.xml': 'officeDocument' }),
    'word/_rels/document.xml.rels': relations({ 'styles.xml': 'styles' }),
    'word/styles.xml': `<w:styles ${word}><w:style w:styleId="berschrift1"><w:name w:val="heading 1"/></w:style></w:styles>`,
    'word/document.xml': `<?xml version="1.0"?><w:document ${word}><w:body>${body}</w:body></w:document>`,
  })
}

const sheetSpace = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'

/** `sheets`: what stands in `sheetData` of each, by their names; style 1 is a date, 2 an amount. */
export function workbookFile(sheets: Record<string, string>, strings: readonly string[]) {
  const names = Object.keys(sheets)
  const listed = names.map(
    (name, index) => `<sheet name="${name}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`,
  )
  return packed({
    '_rels/.rels': relations({ 'xl/workbook.xml': 'officeDocument' }),
    'xl/_rels/workbook.xml.rels': relations({
      ...Object.fromEntries(names.map((_, index) => [`worksheets/sheet${index}.xml`, 'worksheet'])),
      'sharedStrings.xml': 'sharedStrings',
      'styles.xml': 'styles',
    }),
    'xl/workbook.xml': `<workbook xmlns="${sheetSpace}" xmlns:r="${office}"><sheets>${listed.join('')}</sheets></workbook>`,
    'xl/styles.xml': `<styleSheet xmlns="${sheetSpace}"><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="4"/></cellXfs></styleSheet>`,
    'xl/sharedStrings.xml': `<sst xmlns="${sheetSpace}">${strings.map((text) => `<si><t>${text}</t></si>`).join('')}</sst>`,
    ...Object.fromEntries(
      names.map((name, index) => [
        `xl/worksheets/sheet${index}.xml`,
        `<worksheet xmlns="${sheetSpace}"><sheetData>${sheets[name]}</sheetData></worksheet>`,
      ]),
    ),
  })
}

/** A title and points for each slide; the first one is the second file. */
export function slidesFile(slides: readonly (readonly [title: string, ...points: string[]])[]) {
  const space = `xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main" xmlns:r="${office}"`
  const last = slides.length
  return packed({
    '_rels/.rels': relations({ 'ppt/presentation.xml': 'officeDocument' }),
    'ppt/_rels/presentation.xml.rels': relations(
      Object.fromEntries(slides.map((_, index) => [`slides/slide${last - index}.xml`, 'slide'])),
    ),
    'ppt/presentation.xml': `<p:presentation ${space}><p:sldIdLst>${slides.map((_, index) => `<p:sldId id="${256 + index}" r:id="rId${index + 1}"/>`).join('')}</p:sldIdLst></p:presentation>`,
    ...Object.fromEntries(
      slides.map(([title, ...points], index) => [
        `ppt/slides/slide${last - index}.xml`,
        `<p:sld ${space}><p:cSld><p:spTree>${shape('title', [title])}${shape('body', points)}${shape('sldNum', ['99'])}</p:spTree></p:cSld></p:sld>`,
      ]),
    ),
  })
}

/** `content`: what stands in `office:body`. */
export function openDocumentFile(content: string) {
  return packed({
    'content.xml': `<office:document-content ${['office', 'text', 'table'].map(spaceOf).join(' ')}><office:body>${content}</office:body></office:document-content>`,
  })
}

function spaceOf(name: string): string {
  return `xmlns:${name}="urn:oasis:names:tc:opendocument:xmlns:${name}:1.0"`
}

function shape(type: string, texts: readonly string[]): string {
  return `<p:sp><p:nvSpPr><p:nvPr><p:ph type="${type}"/></p:nvPr></p:nvSpPr><p:txBody>${texts.map((text) => `<a:p><a:r><a:t>${text}</a:t></a:r></a:p>`).join('')}</p:txBody></p:sp>`
}
