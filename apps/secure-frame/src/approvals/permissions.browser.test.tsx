import {
  decodePermissionContext,
  delegationHash,
  delegationTypedData,
  encodeCalls,
  encodeDisableDelegation,
  grantOfDelegation,
  localA,
  smartAccountContracts,
} from '@latchkey/chains'
import { AppError } from '@latchkey/protocol'
import { describe, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { hybrid } from './callsScenarios.fixture.ts'
import { openScenario } from './openScenario.fixture.ts'
import {
  chainThatEnds,
  contextOf,
  permissionScenarios as scenarios,
  sessionKey,
} from './permissionScenarios.fixture.ts'
import { press } from './press.fixture.ts'
import { account, type Scenario, token } from './scenarios.fixture.ts'

const button = (name: string) => page.getByRole('button', { name })
/** Nothing can be confirmed before it was visible for a moment. */
const named = (name: string) => expect.objectContaining({ name })
type Answer = { context: string; [field: string]: unknown }

describe('a permission', () => {
  test('is said in words, signed by the owner as it is shown, kept, and only then given out', async () => {
    using open = openScenario(scenarios['permission: 5 USDC every day'])
    await expect.element(page.getByText('Let this site send up to 5 USDC every day without asking')).toBeVisible()
    await expect.element(page.getByText('send up to 5 USDC every day, to anyone')).toBeVisible()
    await expect.element(page.getByText('155 USDC')).toBeVisible()
    await expect.element(page.getByText('You won’t be asked each time')).toBeVisible()
    expect(open.signed).toEqual([])
    await press('Allow')
    const answer = (await open.result) as Answer
    const [delegation] = decodePermissionContext(answer.context)
    if (delegation === undefined) throw new Error('nothing was granted')
    expect(open.signed).toEqual([
      { kind: 'typedData', address: account, typedData: delegationTypedData(delegation, localA.id) },
    ])
    expect(grantOfDelegation(delegation)).toMatchObject({
      account: hybrid.address,
      permission: { type: 'erc20-token-periodic', token, periodAmount: 5_000_000n, periodDuration: 86_400 },
    })
    expect(open.served).toEqual([
      {
        name: 'keepPermission',
        params: expect.objectContaining({ pci: delegationHash(delegation), context: answer.context }),
      },
    ])
    expect(answer).toMatchObject({
      chainId: '0x7a69',
      address: hybrid.address,
      permissionsContext: answer.context,
      signerMeta: { delegationManager: smartAccountContracts.delegationManager },
      grantedPermissions: [{ type: 'erc20-token-periodic', policies: [] }],
    })
  })

  test('has another salt each time it is asked for', async () => {
    const contexts = []
    for (let count = 0; count < 2; count++) {
      using open = openScenario(scenarios['permission: coins, three times'])
      await press('Allow')
      contexts.push(((await open.result) as Answer).context)
    }
    expect(contexts[0]).not.toBe(contexts[1])
  })

  test('that cannot be kept is not given out, and is not signed twice', async () => {
    using open = openScenario(scenarios['permission: that cannot be kept'])
    await press('Allow')
    await expect.element(page.getByText('Nothing was allowed.', { exact: false })).toBeVisible()
    open.services.keepPermission = null
    await press('Try again')
    await open.result
    expect(open.signed).toHaveLength(1)
    expect(open.served.filter(({ name }) => name === 'keepPermission')).toHaveLength(2)
  })

  test('of an account that is not there yet follows the operation that sets it up', async () => {
    using open = openScenario(scenarios['permission: of an account to come'])
    await expect.element(page.getByText('This also sets up your smart account')).toBeVisible()
    await press('Allow')
    await open.result
    expect(open.signed.map(({ kind }) => kind)).toEqual(['typedData', 'typedData'])
    expect(open.served.map(({ name }) => name)).toEqual(['sponsor', 'send', 'keepPermission'])
    const sent = open.served.find(({ name }) => name === 'send')?.params as { operation: { callData: string } }
    expect(sent.operation.callData).toBe('0x')
  })

  test('that lets others take what there is looks dangerous', async () => {
    using open = openScenario(scenarios['permission: functions that hand over'])
    await expect.element(page.getByText('This can give away what you own')).toBeVisible()
    await expect.element(page.getByText('approve(address,uint256)')).toBeVisible()
    await expect.element(page.getByText('transfer(address,uint256)')).toBeVisible()
    await button('Reject').click()
    await expect(open.result).rejects.toMatchObject({ name: 'USER_REJECTED' })
    expect([open.signed, open.served]).toEqual([[], []])
  })

  test('names functions by what is held to, and as the site does only as its word', async () => {
    using open = openScenario(scenarios['permission: functions of a contract'])
    await expect.element(page.getByText('This can give away what you own')).toBeVisible()
    await expect.element(page.getByText('0xa0712d68 (the site calls it mint(uint256))')).toBeVisible()
    await expect.element(page.getByText('0x12345678', { exact: true }).first()).toBeVisible()
    await button('Reject').click()
    await expect(open.result).rejects.toMatchObject({ name: 'USER_REJECTED' })
  })

  const { smartAccount: _, ...plain } = scenarios['permission: coins, three times']
  const asked = scenarios['permission: coins, three times'].params[0]
  const params = (change: object) =>
    ({ ...scenarios['permission: coins, three times'], params: [{ ...asked, ...change }] }) as Scenario
  test.each<[string, Scenario, string]>([
    ['of a plain account', plain, 'CAPABILITY_UNSUPPORTED'],
    ['of another account', params({ address: account }), 'UNAUTHORIZED'],
    ['on another network', params({ chainId: '0x1' }), 'CHAIN_ID_MISMATCH'],
    ['that has ended', params({ expiry: 1 }), 'PERMISSION_UNSUPPORTED'],
    ['of an unknown type', params({ permissions: [{ type: 'all', data: {} }] }), 'PERMISSION_UNSUPPORTED'],
    [
      'for the account itself',
      params({ signer: { type: 'account', data: { address: hybrid.address } } }),
      'PERMISSION_UNSUPPORTED',
    ],
    [
      'among others',
      { ...scenarios['permission: coins, three times'], params: [asked, asked] } as Scenario,
      'PERMISSION_UNSUPPORTED',
    ],
  ])('%s is refused before anything is shown', async (__, scenario, name) => {
    using open = openScenario(scenario)
    await expect(open.result).rejects.toEqual(named(name))
    expect([open.signed, open.served]).toEqual([[], []])
  })
})

describe('the end of a permission', () => {
  test('disables the delegation on the chain, and is then noted on the word of the account', async () => {
    const scenario = scenarios['permission ended']
    using open = openScenario({ ...scenario, chain: chainThatEnds() })
    await expect.element(page.getByText('send up to 5 USDC every day, to anyone')).toBeVisible()
    await press('Remove')
    expect(await open.result).toEqual({})
    const [delegation] = decodePermissionContext(scenario.params[0].permissionContext)
    if (delegation === undefined) throw new Error('nothing to end')
    const sent = open.served.find(({ name }) => name === 'send')?.params as { operation: { callData: string } }
    const to = smartAccountContracts.delegationManager
    expect(sent.operation.callData).toBe(encodeCalls([{ to, value: 0n, data: encodeDisableDelegation(delegation) }]))
    const pci = delegationHash(delegation)
    expect(open.signed.map(({ kind }) => kind)).toEqual(['typedData', 'personalMessage'])
    expect(open.served.at(-1)).toEqual({ name: 'noteRevoked', params: { pci, signature: `0x${'07'.repeat(65)}` } })
  })

  test('cannot be agreed to while it is looked up', async () => {
    using open = openScenario({ ...scenarios['permission ended'], chain: chainThatEnds() })
    open.services.findPermission = () => new Promise(() => undefined)
    await expect.element(page.getByRole('button', { name: 'Remove' })).toBeDisabled()
  })

  test('is a success also where it cannot be noted', async () => {
    using open = openScenario({ ...scenarios['permission ended'], chain: chainThatEnds() })
    open.services.noteRevoked = new AppError('SERVICE_UNREACHABLE')
    await press('Remove')
    expect(await open.result).toEqual({})
  })

  test('is not told to anybody, nor noted, before the chain says it', async () => {
    using open = openScenario(scenarios['permission ended'])
    await press('Remove')
    await expect(open.result).rejects.toEqual(named('CHAIN_UNREACHABLE'))
    expect(open.served.map(({ name }) => name)).not.toContain('noteRevoked')
  })

  test('that has come already needs nothing but the note', async () => {
    using open = openScenario(scenarios['permission ended already'])
    await press('Mark as ended')
    expect(await open.result).toEqual({})
    expect(open.served.map(({ name }) => name)).toEqual(['findPermission', 'noteRevoked'])
  })

  test('of what was granted to another page is refused', async () => {
    using open = openScenario(scenarios['permission of another page ended'])
    await expect(open.result).rejects.toEqual(named('PERMISSION_NOT_FOUND'))
    expect(open.signed).toEqual([])
  })

  const shared = scenarios['permission ended']
  const spend = { type: 'native-token-transfer', data: { allowance: '0x5' } }
  const others = { ...hybrid, address: `0x${'77'.repeat(20)}` }
  test.each<[string, `0x${string}`, string]>([
    ['a made-up context', '0xdead', 'INVALID_PARAMS'],
    ['no delegation at all', `0x${'20'.padStart(64, '0')}${'0'.repeat(64)}`, 'PERMISSION_NOT_FOUND'],
    ['another account', contextOf(spend, others), 'UNAUTHORIZED'],
  ])('of %s is refused before anything is shown', async (_, permissionContext, name) => {
    using open = openScenario({ ...shared, params: [{ permissionContext }] })
    await expect(open.result).rejects.toEqual(named(name))
    expect([open.signed, open.served]).toEqual([[], []])
  })
})

test('whoever is to act is named in full', async () => {
  using open = openScenario(scenarios['permission: coins, three times'])
  await expect.element(page.getByText('At most 3 times')).toBeVisible()
  expect(document.body.textContent?.toLowerCase()).toContain(sessionKey)
  open.drop()
})
