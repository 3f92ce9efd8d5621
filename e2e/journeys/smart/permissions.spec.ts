import { encodeFunctionData, encodePacked, type Hex, parseAbi, parseEther } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { expect, extendedTier, test } from '../../fixtures.ts'
import { SmartDapp, type SmartKind, smartChains } from './SmartDapp.ts'

const delegationManager = '0xdb9B1e94B5b69Df7e401DDbedE43491141047dB3'
const abi = parseAbi(['function redeemDelegations(bytes[] contexts, bytes32[] modes, bytes[] executions)'])
/** Stands in for the dapp's own server: a key that the user has never seen. */
const createSession = async (dapp: SmartDapp) => {
  const account = privateKeyToAccount(generatePrivateKey())
  const { name, id } = smartChains[dapp.kind]
  await dapp.stack[name].setBalance(account.address, parseEther('1'))
  const receiver = privateKeyToAccount(generatePrivateKey()).address
  const spending = (context: Hex, value: bigint) => {
    const execution = encodePacked(['address', 'uint256', 'bytes'], [receiver, value, '0x'])
    const args = [[context], [`0x${'00'.repeat(32)}` as Hex], [execution]] as const
    return {
      to: delegationManager,
      data: encodeFunctionData({ abi, functionName: 'redeemDelegations', args }),
    } as const
  }
  return {
    address: account.address,
    /** Spends from the user's account within the permission, without a prompt. */
    spend: async (context: Hex, ether: string): Promise<string> => {
      const call = spending(context, parseEther(ether))
      const nonce = await dapp.chain.getTransactionCount({ address: account.address })
      const fees = { maxFeePerGas: 10n ** 10n, maxPriorityFeePerGas: 10n ** 9n, gas: 600_000n }
      const transaction = await account.signTransaction({ ...call, ...fees, type: 'eip1559', chainId: id, nonce })
      const hash = await dapp.chain.sendRawTransaction({ serializedTransaction: transaction })
      return (await dapp.chain.waitForTransactionReceipt({ hash, pollingInterval: 50 })).status
    },
    /** Returns why spending would fail so many seconds from now; null when it would not. */
    refusal: async (context: Hex, ether: string, inSeconds = 0): Promise<string | null> => {
      const { timestamp } = await dapp.chain.getBlock()
      return dapp.chain
        .call({
          account: account.address,
          ...spending(context, parseEther(ether)),
          blockOverrides: { time: timestamp + BigInt(inSeconds) },
        })
        .then(
          () => null,
          (error: Error) => error.message,
        )
    },
    received: () => dapp.chain.getBalance({ address: receiver }),
  }
}

const day = 86_400
const requestOf = (dapp: SmartDapp, signer: Hex, changes: Record<string, unknown> = {}) => ({
  chainId: dapp.chainId,
  expiry: Math.floor(Date.now() / 1000) + 7 * day,
  signer: { type: 'account', data: { id: signer } },
  permissions: [
    {
      type: 'native-token-periodic',
      data: { periodAmount: `0x${parseEther('1').toString(16)}`, periodDuration: day },
    },
  ],
  ...changes,
})

for (const kind of Object.keys(smartChains) as SmartKind[]) {
  // `batches.spec.ts` and `signatures.spec.ts` have the other kind of account.
  const details = kind === 'hybrid' ? {} : extendedTier
  test(
    `a permission of the smart account (${kind}) is spent without asking, within its limit and until it is revoked`,
    details,
    async ({ page, stack, email }) => {
      const dapp = await SmartDapp.open(page, stack, email, kind)
      const session = await createSession(dapp)

      const granting = dapp.ask('wallet_grantPermissions', [requestOf(dapp, session.address)])
      await expect(dapp.approval.card).toContainText('1 ETH')
      await dapp.approval.press('Allow')
      const { context } = (await granting) as { context: Hex }
      // A permission works once its account is deployed, so that came first.
      expect(await dapp.isDeployed()).toBe(true)

      expect(await session.spend(context, '0.4')).toBe('success')
      expect(await session.refusal(context, '0.7')).toContain('transfer-amount-exceeded')
      expect(await session.spend(context, '0.7')).toBe('reverted')
      expect(await session.spend(context, '0.6')).toBe('success')
      expect(await session.received()).toBe(parseEther('1'))

      // The next period allows as much again, and after the last day nothing.
      expect(await session.refusal(context, '0.1')).toContain('transfer-amount-exceeded')
      expect(await session.refusal(context, '1', day)).toBeNull()
      expect(await session.refusal(context, '0.1', 8 * day)).toContain('expired')

      const revoking = dapp.ask('wallet_revokePermissions', [{ permissionContext: context }])
      await dapp.approval.press('Remove')
      expect(await revoking).not.toHaveProperty('code')
      expect(await session.refusal(context, '0.1', day)).not.toBeNull()
      expect(await session.received()).toBe(parseEther('1'))
    },
  )
}

test('a permission whose limits cannot be enforced is rejected before the user is asked', async ({
  page,
  stack,
  email,
}) => {
  const dapp = await SmartDapp.open(page, stack, email, 'hybrid')
  const { address: signer } = privateKeyToAccount(generatePrivateKey())
  const permission = (type: string, data: unknown) => ({ permissions: [{ type, data }] })
  const table: [Record<string, unknown>, RegExp][] = [
    [permission('everything', {}), /type “everything” is not known/],
    [{ expiry: 1 }, /ended already/],
    [{ expiry: undefined }, /no end/],
    [permission('native-token-transfer', {}), /no limit/],
    [permission('native-token-transfer', { allowance: `0x${'ff'.repeat(32)}` }), /without limit/],
    [permission('erc20-token-transfer', { address: dapp.address, allowance: '0x1' }), /about the account itself/],
    [{ signer: { type: 'account', data: { id: dapp.address } } }, /for the account itself/],
    [{ policies: [{ type: 'moonlight', data: {} }] }, /policy “moonlight” is not known/],
    [{ chainId: '0x5' }, /chain|network/i],
  ]
  for (const [changes, words] of table) {
    expect(await dapp.ask('wallet_grantPermissions', [requestOf(dapp, signer, changes)])).toMatchObject({
      message: expect.stringMatching(words),
    })
  }
  await expect(dapp.approval.confirmButton).toBeHidden()
  expect(await dapp.isDeployed()).toBe(false)
})
