/** What a filter may ask for. */
export const filterLimits = {
  /** Groups in groups; the outermost counts. A body may not be nested much deeper than that. */
  depth: 30,
  /** Rules, and groups. */
  rules: 500,
  /** Conditions after `*` was written out for all columns it stands for. */
  conditions: 1000,
  /** To look for a text takes as long as it is, at every place of every cell. */
  textLength: 1000,
  /** As many as a column has options. */
  choices: 1000,
  /** Values of one set. */
  includes: 10_000,
}
