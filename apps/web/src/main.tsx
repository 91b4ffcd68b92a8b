import { loadWords } from './words/words.ts'

// The page comes after its words, so that also its constants are in the language of the reader.
void loadWords().then(() => import('./page.tsx'))
