import type { BrowserContext, Frame, Page } from '@playwright/test'

const maxLines = 12
const maxChars = 700

/** Returns the document's accessibility tree. */
const describeFrame = async (frame: Frame): Promise<string> => {
  const snapshot = await frame
    .locator('body')
    .ariaSnapshot({ timeout: 2_000 })
    .catch((error: Error) => error.message)
  return `frame ${frame.url().slice(0, 120)}: ${snapshot.replaceAll(/\s+/g, ' ').slice(-maxChars)}`
}

/**
 * Records errors, warnings, failed requests and navigations of all pages of `context`. Returns a function that reports them: each
 * document's content, and the last records with their seconds.
 */
export const recordPages = (context: BrowserContext): (() => Promise<string>) => {
  const start = performance.now()
  const seconds = () => `${((performance.now() - start) / 1000).toFixed(1)} s`
  const lines: string[] = []
  const record = (line: string) => lines.push(`${seconds()} ${line.slice(0, 240)}`)
  context.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) record(`console ${message.type()}: ${message.text()}`)
  })
  context.on('weberror', (error) => record(`uncaught: ${error.error().message}`))
  context.on('requestfailed', (request) =>
    record(`request failed: ${request.method()} ${request.url()} ${request.failure()?.errorText}`),
  )
  const follow = (page: Page) => page.on('framenavigated', (frame) => record(`navigated: ${frame.url().slice(0, 120)}`))
  context.pages().forEach(follow)
  context.on('page', follow)
  return async () => {
    const frames = await Promise.all(context.pages().flatMap((page) => page.frames().map(describeFrame)))
    return [`at ${seconds()}`, ...frames, ...lines.slice(-maxLines)].join('\n')
  }
}
