import { setTimeout as sleep } from 'node:timers/promises'
import type { Stack } from '@latchkey/local'
import type { Browser, Frame, Locator, Page } from 'playwright'
import type { Interval } from '../statistics/intervals.ts'
import { type Activity, type Notes, probe, readNotes } from './probe.ts'
import { clockMark, readTrace, traceCategories } from './readTrace.ts'

/** A user's wait, and concurrent activity, on one clock. */
export type Wait = Interval & {
  network: Activity[]
  cryptography: Activity[]
  rendering: Interval[]
  scripts: Interval[]
}

export const waitNames = ['login', 'connected', 'unlocked', 'signature', 'ed25519', 'newDevice', 'provider'] as const
export type Visit = Record<(typeof waitNames)[number], Wait>

/** The longest time of any step before the run fails, in milliseconds. */
const timeoutMs = 10_000
/** Between two measurements: the first one's aftermath must not affect the second. */
const restMs = 500

/**
 * One new user signs in and gets a wallet, reloads the page, signs with an EVM account and with one on Solana; then returns on another
 * device. Another one signs in at a provider, leaves, and does so again. Each device is a separate context, with nothing cached.
 */
export const measureUser = async (browser: Browser, stack: Stack, email: string): Promise<Visit> => {
  const first = await onDevice(browser, async (page) => {
    const login = await logIn(browser, stack, page, email)
    return { login, ...(await comeBack(browser, stack, page)) }
  })
  const newDevice = await onDevice(browser, (page) => logIn(browser, stack, page, email))
  const provider = await onDevice(browser, (page) => logInTwice(browser, stack, page, email))
  return { ...first, newDevice, provider }
}

const onDevice = async <result>(browser: Browser, act: (page: Page) => Promise<result>): Promise<result> => {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
  try {
    context.setDefaultTimeout(timeoutMs)
    await context.addInitScript(...probe)
    return await act(await context.newPage())
  } finally {
    await context.close()
  }
}

const openModal = async (stack: Stack, page: Page): Promise<void> => {
  await page.goto(`${stack.urls.demo}/playground`)
  await page.getByRole('banner').getByRole('button').click()
}

const connected = (page: Page): Locator => page.getByRole('heading', { name: 'You are connected' })

/** Measures from the code to a usable wallet: a new one, or the existing one. */
const logIn = async (browser: Browser, stack: Stack, page: Page, email: string): Promise<Wait> => {
  const dialog = page.getByRole('dialog')
  await openModal(stack, page)
  await dialog.getByLabel('Email address').fill(email)
  await dialog.getByRole('button', { name: 'Continue', exact: true }).click()
  const codeField = page.frameLocator('iframe').getByLabel('Six-digit code')
  await codeField.waitFor()
  const code = await stack.mailbox.latestCode(email)
  await sleep(restMs)
  const login = await record(browser, page, async () => {
    await codeField.fill(code)
    await connected(page).waitFor()
  })
  await dialog.waitFor({ state: 'hidden' })
  return waitOf(login, latest(login.documents, 'inputMs'), login.dapp.connectedMs)
}

/** Signs in at Google for the second time: measures from the browser's return to a usable wallet. */
const logInTwice = async (browser: Browser, stack: Stack, page: Page, email: string): Promise<Wait> => {
  const dialog = page.getByRole('dialog')
  const first = await openGoogle(stack, page, email)
  await first.getByRole('button', { name: 'Continue', exact: true }).click()
  const agreement = first.getByRole('main').filter({ has: first.getByRole('heading', { name: /^Sign in to / }) })
  await agreement.getByRole('button', { name: 'Continue', exact: true }).click()
  await connected(page).waitFor()
  await dialog.waitFor({ state: 'hidden' })
  await page.getByRole('banner').getByRole('button').click()
  await dialog.getByRole('button', { name: 'Account settings' }).click()
  await dialog.getByRole('button', { name: 'Sign out' }).click()
  await connected(page).waitFor({ state: 'hidden' })

  const window = await openGoogle(stack, page, email)
  const returning = page.context().waitForEvent('request', (request) => request.url().includes(callbackPath))
  await sleep(restMs)
  const login = await record(browser, page, async () => {
    await window.getByRole('button', { name: 'Continue', exact: true }).click()
    await connected(page).waitFor()
  })
  return waitOf(login, (await returning).timing().startTime, login.dapp.connectedMs)
}

/** Google's redirect path: the api's. */
const callbackPath = '/account/v1/social/callback/google'

/** Opens Google's page in its window, ready to continue. */
const openGoogle = async (stack: Stack, page: Page, email: string): Promise<Page> => {
  await openModal(stack, page)
  const opening = page.waitForEvent('popup')
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Continue with Google/ })
    .click()
  const window = await opening
  await window.getByRole('textbox', { name: 'Email address' }).fill(email)
  return window
}

const comeBack = async (
  browser: Browser,
  stack: Stack,
  page: Page,
): Promise<Pick<Visit, 'connected' | 'unlocked' | 'signature' | 'ed25519'>> => {
  await sleep(restMs)
  const reload = await record(browser, page, async () => {
    await page.reload({ waitUntil: 'commit' })
    await connected(page).waitFor()
    await waitForUnlock(page, stack)
  })

  const signature = await sign(browser, page, 'Sign message', 'Valid signature')
  // Its screen is a separate chunk, which is loaded before the user can confirm.
  const ed25519 = await sign(browser, page, 'Sign with Solana', 'Valid Solana signature')
  return {
    connected: waitOf(reload, reload.dapp.navigationMs, reload.dapp.connectedMs),
    unlocked: waitOf(reload, reload.dapp.navigationMs, endOfUnlock(reload.documents)),
    signature,
    ed25519,
  }
}

/** Measures from the confirmation to the signature that the demo requests when `button` is pressed, and reports with `done`. */
const sign = async (browser: Browser, page: Page, button: string, done: string): Promise<Wait> => {
  await sleep(restMs)
  await page.getByRole('main').getByRole('button', { name: button }).click()
  const confirm = page.frameLocator('iframe').getByRole('button', { name: /^Sign/, disabled: false })
  await confirm.waitFor()
  const signing = await record(browser, page, async () => {
    await confirm.click()
    await page.getByRole('log', { name: 'Results' }).getByText(done).waitFor()
  })
  return waitOf(signing, latest(signing.documents, 'clickMs'), signing.dapp.signedMs)
}

type Recording = Omit<Wait, keyof Interval> & { dapp: Notes; documents: Notes[] }

/** Records the documents' and the browser's activity while `act` runs. */
const record = async (browser: Browser, page: Page, act: () => Promise<void>): Promise<Recording> => {
  await browser.startTracing(page, { categories: traceCategories })
  const markMs = await page.evaluate((name) => performance.timeOrigin + performance.mark(name).startTime, clockMark)
  await act()
  const trace = (await browser.stopTracing()).toString()
  const documents = await Promise.all(page.frames().map(readNotes))
  const [dapp] = documents
  if (dapp === undefined) throw new Error('The page is gone')
  return {
    dapp,
    documents,
    network: documents.flatMap(({ network }) => network),
    // The first `status` also waits for the vault to load, and all of them only read.
    cryptography: documents.flatMap(({ vaultCalls }) => vaultCalls.filter(({ name }) => name !== 'status')),
    ...readTrace(trace, markMs),
  }
}

const waitOf = (recording: Recording, startMs: number | null, endMs: number | null): Wait => {
  if (startMs === null || endMs === null || endMs < startMs) throw new Error('The pages did not note when it happened')
  const { network, cryptography, rendering, scripts } = recording
  return { startMs, endMs, network, cryptography, rendering, scripts }
}

/** Of all documents: the code and the click happen in the wallet's. */
const latest = (documents: readonly Notes[], what: 'inputMs' | 'clickMs'): number =>
  Math.max(...documents.map((notes) => notes[what] ?? 0))

const endOfUnlock = (documents: readonly Notes[]): number | null =>
  documents.flatMap(({ vaultCalls }) => vaultCalls).find(({ name }) => name === 'unlock')?.endMs ?? null

/** Nothing on the page shows it: the vault unlocks ahead of the first signature. */
const waitForUnlock = async (page: Page, stack: Stack): Promise<void> => {
  const isWallet = (frame: Frame): boolean => frame.url().startsWith(`${stack.urls.wallet}/`)
  const deadline = Date.now() + timeoutMs
  while (Date.now() < deadline) {
    const notes = await Promise.all(page.frames().filter(isWallet).map(readNotes))
    if (endOfUnlock(notes) !== null) return
    await sleep(50)
  }
  throw new Error(`The vault was not unlocked within ${timeoutMs / 1000} s of connecting`)
}
