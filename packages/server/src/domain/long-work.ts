let lastStep: Promise<void> = Promise.resolve()

/**
 * Long work waits for this between its steps. Each turn of the event loop has one step of all the
 * long work there is, so that whatever is short comes in between and waits for no more than that.
 */
export function nextStep(): Promise<void> {
  lastStep = lastStep.then(nextTurn)
  return lastStep
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}
