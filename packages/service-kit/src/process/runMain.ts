/** Runs a program's main function: a startup error is printed in one paragraph, without a stack. */
export async function runMain(start: () => Promise<{ close(): Promise<void> } | void>): Promise<void> {
  try {
    const running = await start()
    if (running === undefined) return
    const stop = () => void running.close().then(() => process.exit(0))
    process.once('SIGINT', stop)
    process.once('SIGTERM', stop)
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    process.exit(1)
  }
}
