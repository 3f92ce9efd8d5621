import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { networkFromChain } from '@latchkey/chains'
import { type Stack, startStack, takePortBase } from '@latchkey/local'
import { startAnvil } from '@latchkey/service-kit/test/startAnvil'
import { walletTest as test } from '@latchkey/testing/playwright'
import { expect, type Page } from '@playwright/test'
import { defineChain, type Hex, parseEther } from 'viem'
import { Approval } from '../../pages/Approval.ts'
import { Modal } from '../../pages/Modal.ts'
import { bundleScript } from '../../probe/bundleScript.ts'
import { evmWallet } from './wallets.ts'

/**
 * Networks that the registry lacks: the site passes viem's objects of two, of which the operator has one in NETWORKS. They are one real
 * chain, which reports the id of the first.
 */
declare const probe: {
  modal: { open(): Promise<void>; switchNetwork(network: string): Promise<void> }
  provider: { request(args: { method: string; params?: unknown }): Promise<unknown> }
}

const recipient = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const value = `0x${parseEther('0.1').toString(16)}`
const chainOf = (id: number, name: string, node: string) =>
  defineChain({
    id,
    name,
    nativeCurrency: { name: 'Team coin', symbol: 'TEAM', decimals: 18 },
    rpcUrls: { default: { http: [node] } },
  })

let stack: Stack
let node: Awaited<ReturnType<typeof startAnvil>>
let script: string
const owned = new AsyncDisposableStack()
test.beforeAll(async () => {
  node = owned.use(await startAnvil(4242))
  const team = chainOf(4242, 'Team chain', node.url)
  const { portBase, release } = await takePortBase()
  owned.defer(release)
  const dataFolder = mkdtempSync(join(tmpdir(), 'latchkey-e2e-'))
  owned.defer(() => rmSync(dataFolder, { recursive: true, force: true }))
  const networks = [networkFromChain(team)]
  const parts = ['chainA', 'inbox', 'api', 'frame', 'demo'] as const
  stack = owned.adopt(await startStack({ portBase, dataFolder, networks, parts }), (stack) => stack.close())
  script = await bundleScript(new URL('../../probe/dapp.ts', import.meta.url), {
    PROJECT_ID: 'demo',
    WALLET_URL: stack.urls.wallet,
    API_URL: stack.urls.api,
    CHAINS: JSON.stringify([team, chainOf(4343, 'Other chain', node.url)]),
  })
})
test.afterAll(() => owned.disposeAsync())

/** The page of a site with both networks, with its modal open. */
const openSite = async (page: Page) => {
  await page.goto(stack.urls.demo)
  await page.evaluate(script)
  await page.evaluate(() => probe.modal.open())
  return new Modal(page)
}
const ask = (page: Page, method: string, params: unknown[] = []) =>
  page.evaluate(([method, params]) => probe.provider.request({ method, params }), [method, params] as const)
/** Resolves to the name of the failure, if it fails. */
const goTo = (page: Page, network: string) =>
  page.evaluate(
    (network) =>
      probe.modal.switchNetwork(network).then(
        () => undefined,
        ({ name }: Error) => name,
      ),
    network,
  )
const send = (page: Page, from: Hex) => ask(page, 'eth_sendTransaction', [{ from, to: recipient, value }])
const expectArrived = async (hash: unknown, from: Hex) => {
  expect(await node.client.waitForTransactionReceipt({ hash: hash as Hex })).toMatchObject({ status: 'success' })
  const { from: sender, value: sent } = await node.client.getTransaction({ hash: hash as Hex })
  expect({ sender: sender.toLowerCase(), sent }).toEqual({ sender: from.toLowerCase(), sent: parseEther('0.1') })
}

test('an external wallet learns the network from the object, and sends there', async ({ page, install }) => {
  const wallet = await install(evmWallet(stack, { addable: [{ id: 4242, rpcUrl: node.url }] }))
  const [from] = wallet.addresses as [Hex]
  await node.client.setBalance({ address: from, value: parseEther('1') })
  const modal = await openSite(page)
  await modal.connectWallet('Fox')

  expect(await goTo(page, 'eip155:4242')).toBeUndefined()
  expect(wallet.chainId).toBe(4242)
  expect(wallet.requests.find(({ method }) => method === 'wallet_addEthereumChain')?.params).toEqual([
    {
      chainId: '0x1092',
      chainName: 'Team chain',
      nativeCurrency: { name: 'Team coin', symbol: 'TEAM', decimals: 18 },
      rpcUrls: [node.url],
    },
  ])
  await expectArrived(await send(page, from), from)
})

test('the embedded wallet signs on the one that its operator has, and says that it lacks the other', async ({
  page,
}) => {
  const said: string[] = []
  page.on('console', (message) => said.push(message.text()))
  const email = 'user@example.org'
  const modal = await openSite(page)
  await modal.submitEmail(email)
  await modal.enterCode(await stack.mailbox.latestCode(email))
  await expect(modal.dialog).toBeHidden()
  const [from] = (await ask(page, 'eth_accounts')) as [Hex]
  await node.client.setBalance({ address: from, value: parseEther('1') })

  expect(await goTo(page, 'eip155:4242')).toBeUndefined()
  const sending = send(page, from)
  const approval = new Approval(page.frameLocator('iframe'))
  await expect(approval.card).toContainText('0.1 TEAM')
  await expect(approval.card).toContainText('Team chain')
  await approval.confirm()
  await expectArrived(await sending, from)

  expect(await goTo(page, 'eip155:4343')).toBe('CHAIN_NOT_SUPPORTED')
  expect(await ask(page, 'eth_chainId')).toBe('0x1092')
  expect(said.join('\n')).toMatch(/APKT014.*add eip155:4343 to NETWORKS/s)
})
