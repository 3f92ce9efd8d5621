import type { BrowserContext, Frame, Page, Request } from '@playwright/test'
import type { Evidence } from './findSecrets.ts'
import { type Spelling, watchRealm } from './watchRealm.ts'

declare const spellRealm: Spelling

/** Everything seen of a context so far. */
export type Gathering = {
  /** Returns the output and traffic since the last call, in order. */
  takeEvidence(): Promise<Evidence[]>
  /** Returns what every document of a page shows and stores right now. */
  lookAt(page: Page): Promise<Evidence[]>
}

/** Built files: the same for every user, made before any wallet. */
const builtFiles = ['script', 'stylesheet', 'image', 'font']

/** Records all output and traffic of a context, from now on and in every realm that has a document. */
export async function gatherEvidence(context: BrowserContext): Promise<Gathering> {
  let evidence: Evidence[] = []
  const bodies: Promise<void>[] = []
  const note = (where: string, text: string): void => void evidence.push({ where, text })

  await context.exposeBinding('noteMessage', ({ frame }, how: string, text: string) =>
    note(`${how} at ${originOf(frame)}`, text),
  )
  await context.addInitScript(watchRealm)
  context.on('console', (message) => note('console', message.text()))
  context.on('weberror', (error) => note('uncaught error', String(error.error().stack)))
  context.on('request', (request) => {
    const { pathname } = new URL(request.url())
    note(`address of ${pathname}`, request.url())
    note(`request to ${pathname}`, `${request.postData() ?? ''}\n${JSON.stringify(request.headers())}`)
  })
  context.on('requestfinished', (request) => {
    if (!builtFiles.includes(request.resourceType())) bodies.push(readAnswer(request, note))
  })

  return {
    async takeEvidence() {
      await Promise.all(bodies.splice(0))
      const taken = evidence
      evidence = []
      return taken
    },
    async lookAt(page) {
      const looks = await Promise.all(
        page.frames().map(async (frame) => {
          const seen = await frame.evaluate(() => spellRealm())
          return Object.entries(seen).map(([what, text]) => ({ where: `${what} of ${originOf(frame)}`, text }))
        }),
      )
      return looks.flat()
    },
  }
}

const originOf = (frame: Frame): string => new URL(frame.url()).origin

async function readAnswer(request: Request, note: (where: string, text: string) => void): Promise<void> {
  const { pathname } = new URL(request.url())
  // A closed page takes its response with it.
  const response = await request.response().catch(() => null)
  const body = await response?.body().catch(() => null)
  note(`answer of ${pathname}`, `${body?.toString('latin1') ?? ''}\n${JSON.stringify(response?.headers() ?? {})}`)
}
