/**
 * PostgreSQL keeps every character but NUL. It is kept as two others, and the first of these, which
 * stands for no character anywhere, as two as well.
 */
const mark = '\uffff'

export function withoutNul(text: string): string {
  if (!text.includes('\0') && !text.includes(mark)) return text
  return text.replaceAll(mark, `${mark}1`).replaceAll('\0', `${mark}0`)
}

export function withNul(text: string): string {
  if (!text.includes(mark)) return text
  return text.replaceAll(`${mark}0`, '\0').replaceAll(`${mark}1`, mark)
}

/** Of a text inside of JSON. */
export function withNulInJson(json: string): string {
  if (!json.includes(mark)) return json
  return json.replaceAll(`${mark}0`, String.raw`\u0000`).replaceAll(`${mark}1`, mark)
}
