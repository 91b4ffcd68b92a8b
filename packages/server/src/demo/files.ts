import type { Context } from '../context.ts'
import { createFile } from '../domain/files/create-file.ts'
import { uploadFile } from '../domain/files/upload-file.ts'
import { pictures } from './pictures.ts'

const texts: Record<string, string> = {
  'Read me first.txt': `This is a drive of your own: a plain folder on this machine.

Put files into it with the file manager, with a shell or with rsync: it shows them either way,
and tells everybody who is looking. Delete these examples when you have seen them.
`,
  'Projects/House/plan.md': `# The house

- [x] Find a plot
- [x] Draw the plan
- [ ] Dig the foundation
- [ ] Walls, roof, windows
`,
  'Projects/House/costs.csv': `item,planned,spent
plot,48000,47500
foundation,21000,0
walls,54000,0
roof,33000,0
`,
  'Projects/House/Letters/to the council.txt': `Dear Sir or Madam,

we should like to build a house with a green roof. The drawings are enclosed.
`,
  'Projects/Garden/seeds.json': `{
  "spring": ["peas", "radish", "spinach"],
  "summer": ["beans", "pumpkin", "basil"]
}
`,
  'Notes/shopping.txt': 'bread\ncoffee\napples\n',
}

/** Files to look at, for a drive that has none. */
export async function seedFiles(ctx: Context): Promise<void> {
  await createFile(ctx, { parent: '/', body: { name: 'Empty folder', type: 'folder' } })
  for (const [path, text] of Object.entries(texts)) await put(ctx, path, text)
  for (const [name, svg] of Object.entries(pictures())) await put(ctx, `Pictures/${name}`, svg)
}

async function put(ctx: Context, path: string, text: string): Promise<void> {
  const upload = await uploadFile(ctx, '/')
  const key = await upload.receive(bytesOf(text))
  await upload.publish(key, path)
}

async function* bytesOf(text: string): AsyncGenerator<Uint8Array> {
  yield new TextEncoder().encode(text)
}
