import { language, loadWords } from './words/words.ts'

document.documentElement.lang = language
// The page comes after its words, so that also its constants are in the language of the reader.
void loadWords().then(() => import('./page.tsx'))
