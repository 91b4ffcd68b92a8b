import type { UploadFile } from 'triptych-client'

/** All files that were dropped, those in folders with the way to them. */
export async function droppedFiles({ items }: DataTransfer): Promise<UploadFile[]> {
  // After the first pause the browser takes the list away.
  const dropped = [...items].map((item) => item.webkitGetAsEntry() ?? item.getAsFile())
  const found = await Promise.all(
    dropped.map(async (each) => {
      if (!each) return []
      return each instanceof File ? [{ file: each, name: each.name }] : filesIn(each, '')
    }),
  )
  return found.flat()
}

async function filesIn(entry: FileSystemEntry, above: string): Promise<UploadFile[]> {
  const name = above + entry.name
  if (entry.isFile) {
    const file = await new Promise<File>((resolve, reject) =>
      (entry as FileSystemFileEntry).file(resolve, reject),
    )
    return [{ file, name }]
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader()
  const found: UploadFile[] = []
  // A reader gives some at a time, and none when it is through.
  for (;;) {
    const entries = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    )
    if (entries.length === 0) return found
    for (const each of entries) found.push(...(await filesIn(each, `${name}/`)))
  }
}
