import { relative } from 'node:path'
import type { FullConfig, Reporter, Suite, TestCase, TestError, TestResult } from '@playwright/test/reporter'

const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`

/**
 * Prints one line for each file whose tests all passed, and for a failed test its name, its errors and the paths of its recordings (the
 * trace among them) as soon as it fails.
 */
// biome-ignore lint/style/noDefaultExport: Playwright loads a reporter by its default export
export default class FileReporter implements Reporter {
  readonly #left = new Map<string, { tests: number; failed: number; ms: number; all: number }>()
  #rootDir = ''

  onBegin({ rootDir }: FullConfig, suite: Suite): void {
    this.#rootDir = rootDir
    for (const test of suite.allTests()) {
      const file = this.#fileOf(test)
      const known = this.#left.get(file) ?? { tests: 0, failed: 0, ms: 0, all: 0 }
      this.#left.set(file, { ...known, tests: known.tests + 1, all: known.all + 1 })
    }
  }

  onTestEnd(test: TestCase, { status, duration, errors, attachments }: TestResult): void {
    const file = this.#fileOf(test)
    const left = this.#left.get(file)
    if (left === undefined) return
    const isFailed = status !== test.expectedStatus
    left.tests -= 1
    left.ms += duration
    if (isFailed) {
      left.failed += 1
      const recorded = attachments.flatMap(({ name, path }) => (path === undefined ? [] : [`${name}: ${path}`]))
      const said = errors.map(({ stack, message, value }) => stack ?? message ?? value ?? '')
      console.log([`failed  ${test.titlePath().slice(2).join(' › ')} (${status})`, ...said, ...recorded].join('\n'))
    }
    if (left.tests === 0) {
      const failed = left.failed > 0 ? `, ${left.failed} failed` : ''
      console.log(`${failed ? 'failed' : 'ok'}  ${file}  ${left.all} tests${failed}  ${seconds(left.ms)}`)
    }
  }

  onError({ stack, message, value }: TestError): void {
    console.log(stack ?? message ?? value ?? '')
  }

  printsToStdio(): boolean {
    return true
  }

  #fileOf({ location }: TestCase): string {
    return relative(this.#rootDir, location.file)
  }
}
