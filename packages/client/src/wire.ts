import type { Connection, ConnectOptions } from './widget.ts'

export interface Wired<Api, Made> {
  /** To be given to the widget. One that is made anew is wired anew. */
  init: (api: Api) => void
  /** `null` until the widget is there. */
  connection: () => Made | null
  stop: () => void
}

/** A connection that is made when the widget is there, and ended by `stop`, whichever comes first. */
export function wire<Api, Options extends ConnectOptions, Made extends Connection>(
  connect: (api: Api, options: Options) => Made,
  options: Options,
): Wired<Api, Made> {
  let made: Made | null = null
  let isOver = false
  return {
    init(api) {
      made?.stop()
      made = isOver ? null : connect(api, options)
    },
    connection: () => made,
    stop() {
      isOver = true
      made?.stop()
      made = null
    },
  }
}
