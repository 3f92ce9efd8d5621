import { writeFileSync } from 'node:fs'
import type { Reporter, SerializedError, TestModule } from 'vitest/node'

/**
 * Writes the errors that belong to no test (an unhandled rejection, a crashed worker) to the JSON file that `LATCHKEY_OUTSIDE_ERRORS`
 * names, since Vitest's own JSON report leaves them out.
 */
// biome-ignore lint/style/noDefaultExport: Vitest loads a reporter by its default export
export default class OutsideErrorsReporter implements Reporter {
  onTestRunEnd(_modules: readonly TestModule[], errors: readonly SerializedError[]): void {
    const path = process.env.LATCHKEY_OUTSIDE_ERRORS
    if (path === undefined) return
    const texts = errors.map((error) =>
      [error.VITEST_TEST_PATH, error.VITEST_TEST_NAME, error.stack ?? error.message ?? String(error)]
        .filter((part) => part !== undefined)
        .join('\n'),
    )
    writeFileSync(path, JSON.stringify(texts))
  }
}
