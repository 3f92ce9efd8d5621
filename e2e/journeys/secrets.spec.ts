import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures.ts'
import { Dapp } from '../pages/Dapp.ts'
import { type Evidence, findCode, findSecrets } from '../secrets/findSecrets.ts'
import { gatherEvidence } from '../secrets/gatherEvidence.ts'
import { openWallet } from '../secrets/openWallet.ts'

test('no key, share, word or code of a wallet is ever where others can read', async ({ browser, stack, email }) => {
  test.slow()
  const context = await browser.newContext()
  const { takeEvidence, lookAt } = await gatherEvidence(context)
  const dapp = new Dapp(await context.newPage(), stack)
  const { page } = dapp

  await dapp.open()
  await dapp.openModal()
  await dapp.modal.submitEmail(email)
  const code = await stack.mailbox.latestCode(email)
  await dapp.modal.enterCode(code.slice(0, 5))
  expect(findCode(await lookAt(page), code)).toEqual([])
  await dapp.modal.enterCode(code)
  await dapp.expectConnected()
  const login = await takeEvidence()
  const address = await dapp.address()

  const looks = [await lookAt(page)]
  await dapp.press('Get local ETH')
  await expect(dapp.results).toContainText('The faucet sent some ETH')
  await dapp.press('Sign message')
  await dapp.approval.ready()
  looks.push(await lookAt(page))
  await dapp.approval.confirm()
  await expect(dapp.results).toContainText('Valid signature')
  await dapp.press('Send 0.1 ETH')
  await dapp.approval.confirm()
  await expect(dapp.results).toContainText('Confirmed in block')
  await page.reload()
  await dapp.expectConnected()
  await dapp.press('Sign typed data')
  await dapp.approval.confirm()
  await expect(dapp.results).toContainText('Valid signature')
  looks.push(await lookAt(page))

  const secrets = await openWallet(stack, address)
  await page.reload()
  await dapp.expectConnected()
  const later = [...(await takeEvidence()), ...looks.flat(), ...(await logsOf(stack.dataFolder))]
  const mails = (await stack.mailbox.messages(email)).map((mail) => ({ where: 'mail', text: JSON.stringify(mail) }))

  expect(findSecrets([...login, ...later, ...mails], secrets)).toEqual([])
  expect(findCode(later, code)).toEqual([])
  // During a sign-in the code passes only from the wallet's own field to custody: the page never sees it, and no message has it. It is in
  // the mail and not in its subject.
  const toCustody = ['social/account', 'email/verify'].map((row) => `request to /custody/v1/${row}: code`)
  expect(new Set(findCode(login, code))).toEqual(new Set(toCustody))
  expect(findCode(mails, code)).toHaveLength(1)
  expect(JSON.parse(mails[0]?.text ?? '').subject).not.toMatch(/\d{3}\s?\d{3}/)
  expect(texts(later, `databases of ${stack.urls.vault}`)).not.toMatch(/CryptoKey (private|secret) extractable=true/)

  // The search works: it covered everything, and finds planted values.
  const seen = [...login, ...later]
  expect(texts(seen, `come through a port at ${stack.urls.wallet}`)).toContain('@w3m-app/CONNECT_OTP')
  expect(texts(seen, `come through a port at ${new URL(stack.urls.demo).origin}`)).toContain(
    '@w3m-frame/CONNECT_OTP_SUCCESS',
  )
  expect(texts(seen, `sent through a port at ${stack.urls.wallet}`)).toContain('createWallet')
  expect(texts(seen, `come through a port at ${stack.urls.wallet}`)).toContain('sealedRecoveryShare')
  expect(texts(seen, 'request to /custody/v1/recovery-share')).toContain('sealedShare')
  expect(texts(seen, 'answer of /account/v1/auth-share/release')).toContain('sealedShare')
  expect(texts(seen, `document of ${stack.urls.wallet}`)).toContain('Hello from the Latchkey demo')
  expect(texts(seen, `databases of ${stack.urls.vault}`)).toContain('CryptoKey private extractable=false')
  expect(texts(seen, `databases of ${stack.urls.wallet}`)).toContain('refreshToken')

  await plant(page, secrets.bytes, secrets.words, code)
  const planted = [...(await takeEvidence()), ...(await lookAt(page))]
  const here = new URL(stack.urls.demo).origin
  expect(findSecrets(planted, secrets)).toEqual(
    expect.arrayContaining([
      'console: private key',
      `message at ${here}: entropy`,
      'address of /health: vault key',
      'request to /health: recovery share',
      `document of ${here}: recovery-auth share`,
      `document of ${here}: mnemonic`,
      `storage of ${here}: auth share`,
      `databases of ${here}: device share 7`,
    ]),
  )
  expect(findCode(planted, code)).toEqual([`storage of ${here}: code`])
  await context.close()
})

const texts = (evidence: readonly Evidence[], where: string): string =>
  evidence
    .filter((piece) => piece.where === where)
    .map(({ text }) => text)
    .join('\n')

/** The backend's log. */
const logsOf = async (dataFolder: string): Promise<Evidence[]> => [
  { where: 'backend log', text: readFileSync(join(dataFolder, 'backend.log'), 'utf8') },
]

/** Puts one secret into each place, each in another encoding. */
async function plant(
  page: Page,
  bytes: Readonly<Record<string, Uint8Array>>,
  words: readonly string[],
  code: string,
): Promise<void> {
  const spelt = (what: string, encoding: BufferEncoding): string =>
    Buffer.from(bytes[what] ?? new Uint8Array()).toString(encoding)
  const settings = {
    privateKey: spelt('private key', 'hex').toUpperCase(),
    entropy: [...(bytes.entropy ?? [])],
    vaultKey: spelt('vault key', 'base64url'),
    recovery: `{"share":"${spelt('recovery share', 'base64')}"}`,
    recoveryAuth: [...(bytes['recovery-auth share'] ?? [])].join(', '),
    auth: JSON.stringify({ ...bytes['auth share'] }),
    device: [...(bytes['device share 7'] ?? [])],
    words: words.slice(4, 8).join(' '),
    code,
  }
  await page.evaluate(async (planted) => {
    const { privateKey, entropy, vaultKey, recovery, recoveryAuth, auth, device, words, code } = planted
    console.info(`0x${privateKey}`)
    const heard = new Promise((resolve) => addEventListener('message', resolve, { once: true }))
    postMessage(new Uint8Array(entropy), location.origin)
    await heard
    await fetch(`/health?key=${vaultKey}`)
    await fetch('/health', { method: 'POST', body: recovery })
    document.body.dataset.planted = recoveryAuth
    document.body.append(Object.assign(document.createElement('input'), { value: words }))
    localStorage.setItem('planted', auth)
    sessionStorage.setItem('planted', `code ${code}`)
    const opening = indexedDB.open('planted')
    opening.onupgradeneeded = () => opening.result.createObjectStore('planted').put(new Uint8Array(device), 'share')
    await new Promise((resolve) => {
      opening.onsuccess = resolve
    })
    opening.result.close()
  }, settings)
}
