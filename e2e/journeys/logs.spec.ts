import { appendFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { english, generateMnemonic } from 'viem/accounts'
import { expect, test } from '../fixtures.ts'
import { Dapp } from '../pages/Dapp.ts'
import type { OutputStream } from '../secrets/captureOutput.ts'
import { listenToStack } from '../secrets/listenToStack.ts'
import { openWallet } from '../secrets/openWallet.ts'

test('what no log may show is found wherever it is written', async ({ page, stack, email }) => {
  test.slow()
  const sent: string[] = []
  page.on('request', (request) => sent.push(JSON.stringify(request.headers()), request.postData() ?? ''))
  const answers: Promise<string>[] = []
  page.on('response', (response) => {
    if (/\/(account|custody)\/v1\//.test(response.url())) answers.push(response.text().catch(() => ''))
  })
  const dapp = new Dapp(page, stack)
  await dapp.open()
  await dapp.openModal()
  await dapp.modal.submitEmail(email)
  const code = await stack.mailbox.latestCode(email)
  await dapp.modal.enterCode(code)
  await dapp.expectConnected()
  const { bytes } = await openWallet(stack, await dapp.address())
  const said = [...sent, ...(await Promise.all(answers))].join('\n')
  const pick = (pattern: RegExp): string => pattern.exec(said)?.[1] ?? ''

  const share = Buffer.from(bytes['recovery share'] ?? [])
  const secrets = {
    'mailed code': `${code.slice(0, 3)} ${code.slice(3)}`,
    'mail address': email.toUpperCase(),
    'signed token': pick(/"accessToken":"([^"]+)"/),
    'token, key or share': pick(/"refreshToken":"([^"]+)"/),
    'token, key or share ': pick(/"sealedShare":"([^"]+)"/),
    'token, key or share  ': share.toString('base64'),
    'key or share in hexadecimal': share.toString('hex'),
    'bytes of a key or share': share.join(', '),
    'recovery words': generateMnemonic(english),
  }

  // A stack without users: its process' streams, its file, and the mails of this one.
  const dataFolder = mkdtempSync(join(tmpdir(), 'latchkey-planted-'))
  const streams = [1, 2].map((): OutputStream => ({ write: () => true }))
  const ear = listenToStack(streams)
  const findLeaks = () => ear.findLeaks({ dataFolder, urls: stack.urls })
  for (const [what, secret] of Object.entries(secrets)) {
    expect(secret, what).not.toBe('')
    const line = JSON.stringify({ level: 'info', event: `it was ${secret}, as it seems` })
    const found = ['the backend’s log', 'the output', 'what a developer is told'].map(
      (where) => `${where} shows a ${what.trim()}: ${line}`,
    )
    appendFileSync(join(dataFolder, 'backend.log'), `${line}\n`)
    for (const stream of streams) stream.write(`${line}\n`)
    ear.log(line)
    const leaks = await findLeaks()
    expect(leaks).toEqual(expect.arrayContaining(found))
  }
  // Unmodified, a log has none of it.
  rmSync(dataFolder, { recursive: true })
  const clean = listenToStack([])
  expect(await clean.findLeaks(stack)).toEqual([])
})
