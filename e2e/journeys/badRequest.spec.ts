import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures.ts'
import { Approval } from '../pages/Approval.ts'
import { Modal } from '../pages/Modal.ts'
import { bundleScript } from '../probe/bundleScript.ts'

type Failure = { code: number; message: string }
declare const probe: {
  modal: { open(): Promise<void>; close(): void }
  provider: { request(args: { method: string; params?: unknown }): Promise<unknown> }
}

/** Returns a request's result, or its error code and message. */
const ask = (page: Page, method: string, params: unknown): Promise<unknown> =>
  page.evaluate(
    ([method, params]) =>
      probe.provider
        .request({ method: method as string, params })
        .catch(({ code, message }: Failure) => ({ code, message })),
    [method, params],
  )

const someone = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

test('requests that cannot or may not be fulfilled say why, and nothing is signed or sent', async ({
  page,
  stack,
  email,
}) => {
  await page.goto(stack.urls.demo)
  const settings = { PROJECT_ID: 'demo', WALLET_URL: stack.urls.wallet, API_URL: stack.urls.api }
  await page.evaluate(await bundleScript(new URL('../probe/dapp.ts', import.meta.url), settings))
  const modal = new Modal(page)
  const approval = new Approval(page.frameLocator('iframe'))

  const refused = ask(page, 'eth_requestAccounts', [])
  await expect(modal.dialog).toBeVisible()
  await modal.close()
  expect(await refused).toMatchObject({ code: 4001, message: 'Modal closed' })
  expect(await ask(page, 'personal_sign', ['0x00', someone])).toMatchObject({ code: 4100 })

  const connecting = ask(page, 'eth_requestAccounts', [])
  await modal.submitEmail(email)
  await modal.enterCode(await stack.mailbox.latestCode(email))
  const [from] = (await connecting) as [string]

  const rejected = ask(page, 'personal_sign', ['0x68656c6c6f', from])
  await approval.reject()
  expect(await rejected).toMatchObject({ code: 4001, message: expect.stringMatching(/user rejected/i) })

  const closed = ask(page, 'personal_sign', ['0x68656c6c6f', from])
  await expect(approval.confirmButton).toBeVisible()
  await modal.close()
  expect(await closed).toMatchObject({ message: 'Request was aborted' })

  const value = '0x16345785d8a0000'
  const table: [unknown, RegExp][] = [
    [{ from, to: someone, value, gasPrice: '0x1', maxFeePerGas: '0x1' }, /gasPrice cannot be combined/],
    [{ from, to: someone, value, maxFeePerGas: '0x1', maxPriorityFeePerGas: '0x2' }, /priority fee cannot exceed/],
    [{ from, to: '0x70997970C51812dc3A010C7d01b50e0d17dc79c8', value }, /Address is invalid/],
    [{ from, to: '0x1234', value }, /Address is invalid/],
    [{ from: someone, to: someone, value }, /account is not connected|Not signed in/i],
  ]
  for (const [transaction, words] of table) {
    expect(await ask(page, 'eth_sendTransaction', [transaction])).toMatchObject({
      message: expect.stringMatching(words),
    })
  }
  expect(await ask(page, 'personal_sign', ['0x00', someone])).toMatchObject({ code: 4100 })
  const foreign = {
    types: { A: [{ name: 'b', type: 'string' }] },
    primaryType: 'A',
    domain: { chainId: 5 },
    message: { b: '' },
  }
  expect(await ask(page, 'eth_signTypedData_v4', [from, JSON.stringify(foreign)])).toMatchObject({ code: -32602 })
  expect(await ask(page, 'wallet_switchEthereumChain', [{ chainId: '0x539999' }])).toMatchObject({ code: 4902 })

  const poor = ask(page, 'eth_sendTransaction', [{ from, to: someone, value }])
  await expect(approval.card).toContainText(/Not enough funds/)
  await approval.frame.getByRole('button', { name: 'Close' }).click()
  expect(await poor).toMatchObject({ message: expect.stringMatching(/Not enough funds/) })
  expect(await ask(page, 'eth_getTransactionCount', [from, 'latest'])).toBe('0x0')

  const disallowed = ask(page, 'eth_sign', [from, '0x00'])
  await expect(modal.dialog).toContainText('Action not allowed')
  expect(await disallowed).toMatchObject({ message: 'Requested RPC call is not allowed' })
})
