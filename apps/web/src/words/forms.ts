/** What is said of one, of two, of many: a language has as many as `Intl.PluralRules` knows of it. */
export type Forms = { other: string } & Partial<Record<Intl.LDMLPluralRule, string>>

/** By the text in English, which stands in the code. */
export type Words = Readonly<Record<string, string | Forms>>
