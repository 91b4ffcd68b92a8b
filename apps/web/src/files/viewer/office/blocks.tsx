import type { ReactNode } from 'react'
import { Picture } from './picture.tsx'
import type { Block, Cell, Run } from './shown-document.ts'
import type { ZipParts } from './zip-parts.ts'

/** A text with its headings, lists, tables and pictures, which lie in `parts`. */
export function Blocks({ blocks, parts }: { blocks: readonly Block[]; parts: ZipParts }) {
  // oxlint-disable-next-line react/no-array-index-key -- nothing in a text has another name, and it does not change
  return blocks.map((block, index) => <One key={index} block={block} parts={parts} />)
}

function One({ block, parts }: { block: Block; parts: ZipParts }): ReactNode {
  if (block.kind === 'table') return <Table rows={block.rows} />
  if (block.kind === 'picture') return <Picture {...block} parts={parts} />
  const words = block.runs.map(written)
  if (block.kind === 'text') return <p>{words}</p>
  if (block.kind === 'item') {
    const marginInlineStart = `${Math.min(block.depth, 8) * 22 + 20}px`
    return (
      <p className="item" style={{ marginInlineStart, listStyleType: markStyle(block.mark) }}>
        {words}
      </p>
    )
  }
  // The name of the file is the heading above all.
  const Heading = block.level === 1 ? 'h3' : block.level === 2 ? 'h4' : 'h5'
  return <Heading>{words}</Heading>
}

function written({ text, isBold, isItalic }: Run, index: number): ReactNode {
  const leaning = isItalic ? <em>{text}</em> : text
  return isBold ? <strong key={index}>{leaning}</strong> : <span key={index}>{leaning}</span>
}

/** A text in quotation marks, which must not end before its end. */
function markStyle(mark: string | null): string {
  return mark === null ? 'disc' : `"${mark.replaceAll(/["\\\n]/g, '')} "`
}

function Table({ rows }: { rows: readonly (readonly Cell[])[] }) {
  return (
    <div className="across">
      <table>
        <tbody>
          {rows.map((row, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- rows and cells are where they are
            <tr key={index}>
              {row.map(
                ({ text, across, down, isCovered }, column) =>
                  !isCovered && (
                    // oxlint-disable-next-line react/no-array-index-key
                    <td key={column} colSpan={across} rowSpan={down}>
                      {text}
                    </td>
                  ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
