/** What a filter may ask for. */
export const filterLimits = {
  /** Groups in groups; the outermost counts. A body may not be nested much deeper than that. */
  depth: 30,
  /** Rules, and groups. */
  rules: 500,
  /** Conditions after `*` was written out for all columns it stands for. */
  conditions: 1000,
  textLength: 10_000,
  /** Values of one set. */
  includes: 10_000,
}
