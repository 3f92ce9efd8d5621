import {
  type Delegation,
  decodePermissionContext,
  delegationHash,
  encodeDisableDelegation,
  encodeIsDisabled,
  grantOfDelegation,
  type Hex,
  type PermissionGrant,
  smartAccountContracts,
} from '@latchkey/chains'
import { t as sharedT } from '@latchkey/copy/approvals'
import { t } from '@latchkey/copy/approvePermissions'
import { t as commonT } from '@latchkey/copy/common'
import { AppError, isAppError } from '@latchkey/protocol'
import { KeyValue, KeyValueList } from '@latchkey/ui'
import { useEffect, useMemo } from 'react'
import { bytesToHex, stringToBytes } from 'viem/utils'
import { displayHost } from '../boundary/displayHost.ts'
import type { SmartAccount } from '../smartAccount/SmartAccount.ts'
import type { ApprovalKind, ScreenProps } from './Approval.ts'
import type { ApprovalResult } from './approvalRows.ts'
import { OperationCosts } from './calls/OperationCosts.tsx'
import { SetUpNotice } from './calls/SetUpNotice.tsx'
import { useOperation } from './calls/useOperation.ts'
import { useNativePrice } from './insights/useNativePrice.ts'
import { GrantFacts } from './permissions/GrantFacts.tsx'
import { ApprovalScreen } from './screen/ApprovalScreen.tsx'
import { failureWords } from './screen/failureWords.ts'
import { useLoaded } from './screen/useLoaded.ts'
import { useWork } from './screen/useWork.ts'
import { readToken } from './token/readToken.ts'

/**
 * Revokes a permission (ERC-7715): the account disables the delegation on its chain, and the user's list records it. A page
 * can revoke permissions that it was granted, the wallet's own page any. One that is already revoked returns the same result.
 */
export const revokePermissions: ApprovalKind<'wallet_revokePermissions'> = {
  prepare([{ permissionContext }], { caller }) {
    const { smartAccount } = caller
    if (smartAccount === null) {
      throw new AppError('CAPABILITY_UNSUPPORTED', { details: { capability: 'only a smart account has permissions' } })
    }
    const [delegation, ...more] = decodePermissionContext(permissionContext)
    const grant = delegation === undefined || more.length > 0 ? null : grantOfDelegation(delegation)
    if (delegation === undefined || grant === null) throw new AppError('PERMISSION_NOT_FOUND')
    if (grant.account !== smartAccount.address) throw new AppError('UNAUTHORIZED')
    return (props) => <RevokeScreen {...props} account={smartAccount} delegation={delegation} grant={grant} />
  },
}

type Props = ScreenProps<ApprovalResult<'wallet_revokePermissions'>> & {
  account: SmartAccount
  delegation: Delegation
  grant: PermissionGrant
}

function RevokeScreen(props: Props) {
  const { tools, decision, delegation } = props
  const pci = useMemo(() => delegationHash(delegation), [delegation])
  const [found, look] = useLoaded(async () => {
    const [kept, isDisabled] = await Promise.all([
      tools.services('findPermission', { pci }),
      askIsDisabled({ tools, pci }),
    ])
    return { ...kept, isDisabled }
  })
  const error = found.kind === 'failed' ? found.error : null
  useEffect(() => {
    // Another page's permission, or an unknown one: the user has nothing to decide.
    if (error !== null && isAppError(error, 'PERMISSION_NOT_FOUND')) decision.fail(error)
  }, [error, decision])

  if (found.kind === 'ready') {
    const { isDisabled, origin, revokedAt } = found.value
    if (isDisabled) return <EndedScreen {...props} pci={pci} origin={origin} isNoted={revokedAt !== null} />
    return <DisableScreen {...props} pci={pci} origin={origin} />
  }
  return (
    <Frame
      {...props}
      origin={null}
      decline={{ label: commonT('close'), onDecline: decision.reject }}
      accept={
        error === null
          ? { label: t('revoke.confirm'), onAccept: look, arms: true, isReady: false }
          : { label: commonT('tryAgain'), onAccept: look, arms: false, isReady: true }
      }
      status={error === null ? undefined : { variant: 'warning', ...failureWords(error) }}
    />
  )
}

type FoundProps = Props & { pci: Hex; origin: string }
type Asked = Pick<FoundProps, 'tools' | 'pci'>

function DisableScreen(props: FoundProps) {
  const { requestContext, tools, decision, account, delegation } = props
  const priceUsd = useNativePrice(tools)
  const plan = useMemo(() => {
    const to = smartAccountContracts.delegationManager
    return { calls: [{ to, value: 0n, data: encodeDisableDelegation(delegation) }] }
  }, [delegation])
  const { filled, isFinished, ...screen } = useOperation({
    requestContext,
    tools,
    decision,
    account,
    plan,
    confirm: t('revoke.confirm'),
    // Dollars that load later would change the fee and restart the button's wait.
    isReady: priceUsd !== undefined,
    failing: null,
    until: 'happened',
    onSent() {
      // A failure to record it doesn't concern the page: the wallet's own list reads the chain.
      void untilDisabled(props)
        .then(() => note(props).catch(() => undefined))
        .then(() => decision.approve({}), decision.fail)
    },
  })
  return (
    <Frame {...props} {...screen}>
      {filled.kind === 'ready' && <SetUpNotice setUp={filled.value.setUp} network={requestContext.network} />}
      {!isFinished && (
        <OperationCosts
          filled={filled}
          network={requestContext.network}
          caller={requestContext.caller}
          priceUsd={priceUsd}
        />
      )}
    </Frame>
  )
}

/** Nothing has to be sent any longer; at most the record is missing. */
function EndedScreen(props: FoundProps & { isNoted: boolean }) {
  const { decision, isNoted } = props
  const { state, start } = useWork(
    async () => {
      if (!isNoted) await note(props)
    },
    () => decision.approve({}),
  )
  useEffect(() => {
    if (isNoted) decision.approve({})
  }, [isNoted, decision])
  const isBusy = state.kind === 'busy'
  return (
    <Frame
      {...props}
      intent={t('revoke.ended')}
      decline={{ label: commonT('close'), onDecline: () => decision.approve({}), disabled: isBusy }}
      accept={{
        label: t('revoke.note'),
        onAccept: start,
        arms: true,
        isReady: true,
        busy: isBusy ? sharedT('signing') : undefined,
      }}
      status={state.kind === 'failed' ? { variant: 'warning', ...failureWords(state.error) } : undefined}
    />
  )
}

/** Reads from the chain whether the delegation is disabled. */
const askIsDisabled = async ({ tools, pci }: Asked): Promise<boolean> => {
  const to = smartAccountContracts.delegationManager
  return BigInt(await tools.read('eth_call', [{ to, data: encodeIsDisabled(pci) }, 'latest'])) === 1n
}

/** The waits before reading whether it is revoked, in milliseconds: one node may be behind another. */
const waitsMs = [0, 250, 500, 1_000, 2_000, 4_000]

/** Waits until the chain confirms that the permission is revoked. Fails with CHAIN_UNREACHABLE if it does not. */
const untilDisabled = async (props: Asked): Promise<void> => {
  for (const ms of waitsMs) {
    if (ms > 0) await new Promise((resolve) => setTimeout(resolve, ms))
    if (await askIsDisabled(props).catch(() => false)) return
  }
  throw new AppError('CHAIN_UNREACHABLE')
}

/** Records the revocation in the user's list, with the account's signature. */
const note = async ({ tools, account, pci }: Pick<FoundProps, 'tools' | 'account' | 'pci'>): Promise<void> => {
  const message = new Uint8Array(stringToBytes(pci)).buffer
  const signature = await tools.sign({ kind: 'personalMessage', address: account.owner, message })
  await tools.services('noteRevoked', { pci, signature: bytesToHex(signature) })
}

type FrameProps = Props & { origin: string | null; intent?: string } & Pick<
    Parameters<typeof ApprovalScreen>[0],
    'status' | 'decline' | 'accept'
  > & { children?: Parameters<typeof ApprovalScreen>[0]['children'] }

function Frame({ requestContext, tools, grant, origin, intent, status, decline, accept, children }: FrameProps) {
  const { network } = requestContext
  const { permission } = grant
  const [token] = useLoaded(async () => ('token' in permission ? await readToken(permission.token, tools.read) : null))
  return (
    <ApprovalScreen
      requestContext={requestContext}
      intent={intent ?? t('revoke.intent')}
      status={status}
      decline={decline}
      {...(accept === undefined ? {} : { accept })}
    >
      <GrantFacts title={t('revoke.facts')} grant={grant} network={network} token={token} />
      {origin !== null && (
        <KeyValueList>
          <KeyValue label={t('revoke.origin')}>
            <bdi dir="ltr">{displayHost(new URL(origin).hostname)}</bdi>
          </KeyValue>
        </KeyValueList>
      )}
      {children}
    </ApprovalScreen>
  )
}
