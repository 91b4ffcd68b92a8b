import type { UploadFile } from 'triptych-client'

export interface Dropped {
  files: UploadFile[]
  /** Folders with nothing in them, which no file brings along. */
  folders: string[]
}

/** All that was dropped, what lies in folders with the way to it. */
export async function droppedFiles({ items }: DataTransfer): Promise<Dropped> {
  // After the first pause the browser takes the list away.
  const dropped = [...items].map((item) => item.webkitGetAsEntry() ?? item.getAsFile())
  const found: Dropped = { files: [], folders: [] }
  for (const each of dropped) {
    if (each instanceof File) found.files.push({ file: each, name: each.name })
    else if (each) await collect(each, '', found)
  }
  return found
}

async function collect(entry: FileSystemEntry, above: string, found: Dropped): Promise<void> {
  const name = above + entry.name
  if (entry.isFile) {
    const file = await new Promise<File>((resolve, reject) =>
      (entry as FileSystemFileEntry).file(resolve, reject),
    )
    found.files.push({ file, name })
    return
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader()
  // A reader gives some at a time, and none when it is through.
  for (let isFirst = true; ; isFirst = false) {
    const entries = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    )
    if (entries.length === 0 && isFirst) found.folders.push(name)
    if (entries.length === 0) return
    for (const each of entries) await collect(each, `${name}/`, found)
  }
}
