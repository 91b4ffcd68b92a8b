import type { Options } from './compare.ts'
import { printPart } from './files-measure.ts'
import type { Part } from './files-measure.ts'
import { printGoals } from './report.ts'
import type { Finding } from './report.ts'
import { benchDirect } from './scale-direct.ts'
import { benchDrives } from './scale-drive.ts'
import { benchEdit } from './scale-edit.ts'
import { benchS3 } from './scale-s3.ts'
import { benchServers } from './scale-servers.ts'
import type { ScaleBench } from './scale-services.ts'

interface Result {
  samples: object
  findings: Finding[]
}

/** Each starts the PostgreSQL and the S3 it needs. The first one looks at the memory of this process. */
const groups: Record<string, (bench: ScaleBench) => Promise<Result>> = {
  s3: inParts(benchS3),
  direct: inParts(benchDirect),
  drive: inParts(benchDrives),
  edit: benchEdit,
  servers: benchServers,
}

export async function benchScale(folder: string, options: Options): Promise<Result> {
  // One for each process that is started: it is ended when this one ends.
  process.setMaxListeners(50)
  const samples: Record<string, object> = {}
  const findings: Finding[] = []
  for (const [name, run] of Object.entries(groups)) {
    if (!name.startsWith(options.only)) continue
    const result = await run({ folder, options })
    samples[name] = result.samples
    findings.push(...result.findings)
  }
  if (options.scale !== 1) console.log('The goals of s3 and drive are meant for --scale 1.')
  printGoals(findings)
  return { samples, findings }
}

function inParts(run: (bench: ScaleBench) => AsyncGenerator<Part>) {
  return async (bench: ScaleBench): Promise<Result> => {
    const parts: Part[] = []
    for await (const part of run(bench)) {
      printPart(part)
      parts.push(part)
    }
    return { samples: parts, findings: parts.flatMap((part) => part.findings) }
  }
}
