export const houseFlagNames = ['--url', '--from', '--to']

/** What the commands say of themselves that take a workspace from one place to another. */
export function workspaceHelp(): string {
  return `Puts everything of a workspace into one archive, or makes a workspace out of one.

Usage: triptych workspace export NAME FILE [FLAG…]
       triptych workspace import NAME FILE [FLAG…]

The archive is a tar with tables, plan, views, log and files. It is read back and checked before it
gets its name; what is imported is compared with it, and is there completely or not at all.

The flags are those of serve: they say where the data is. A server that has it must not run, unless
it has it on PostgreSQL and S3; of one that runs, backup --url takes an archive.
Exit codes: 0 done, 1 it failed and nothing has changed, 2 a wrong command or setting.
`
}

export function backupHelp(): string {
  return `Keeps every workspace as an archive in a folder, each as it is at one instant.

Usage: triptych backup FOLDER --url http://127.0.0.1:3200
       triptych backup FOLDER [FLAG…]

  --url URL  A server that runs: it goes on working meanwhile. Without it the data is read
             directly, and the flags, those of serve, say where it is.

An archive of that name is replaced once the new one is complete and was read back.
Exit codes: 0 done, 1 it failed, 2 a wrong command or setting.
`
}

export function restoreHelp(): string {
  return `Makes the workspaces of a backup again, on any engine.

Usage: triptych restore FOLDER [FLAG…]

No workspace is replaced: those that are there already are left alone and named. The flags are those
of serve: they say where the workspaces go.
Exit codes: 0 done, 1 it failed or something was there already, 2 a wrong command or setting.
`
}

export function migrateHelp(): string {
  return `Moves every workspace to another place: to PostgreSQL, to S3, or back.

Usage: triptych migrate --from PLACE --to PLACE

A PLACE is a data folder, or a config file (.json) with data, database, files or storage. Nothing is
changed in the first place. Each workspace is compared with its original by checksums, and appears
when it is complete; after an interruption start again, and those are left alone.
Exit codes: 0 done, 1 it failed, 2 a wrong command or setting.
`
}
