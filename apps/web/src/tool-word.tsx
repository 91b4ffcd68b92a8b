/** What a tool is called, beside its icon where the window has room for it. The tool has its name without it, too. */
export function ToolWord({ text }: { text: string }) {
  return (
    <span className="tool-word" aria-hidden="true">
      {text}
    </span>
  )
}
