import { delegationHash, delegationTypedData, encodePermissionContext, termsOfGrant } from '@latchkey/chains'
import { t as sharedT } from '@latchkey/copy/approvals'
import { t } from '@latchkey/copy/approvePermissions'
import { t as commonT } from '@latchkey/copy/common'
import { KeyValue, KeyValueList } from '@latchkey/ui'
import { useEffect, useRef, useState } from 'react'
import { bytesToHex } from 'viem/utils'
import type { ApprovalKind, ScreenProps } from './Approval.ts'
import type { ApprovalResult } from './approvalRows.ts'
import { readSetUp } from './calls/fillOperation.ts'
import { OperationCosts } from './calls/OperationCosts.tsx'
import { SetUpNotice } from './calls/SetUpNotice.tsx'
import { useOperation } from './calls/useOperation.ts'
import { useNativePrice } from './insights/useNativePrice.ts'
import { GrantFacts } from './permissions/GrantFacts.tsx'
import { grantRisks } from './permissions/grantRisks.ts'
import { grantIntent, handsOver } from './permissions/grantWords.ts'
import { type GrantRequest, readGrantRequest } from './permissions/readGrantRequest.ts'
import { ApprovalScreen, type ApprovalScreenProps } from './screen/ApprovalScreen.tsx'
import { failureWords } from './screen/failureWords.ts'
import { isOutage } from './screen/isOutage.ts'
import { NetworkRow } from './screen/NetworkRow.tsx'
import { RiskList } from './screen/RiskList.tsx'
import { type Loaded, useLoaded } from './screen/useLoaded.ts'
import { useWork } from './screen/useWork.ts'
import { readToken, type TokenFacts } from './token/readToken.ts'

/**
 * Lets a page's signer act for the account (ERC-7715): a delegation with caveats, valid only once the account is set up,
 * which is done first. It is stored in the user's list before the page receives it.
 */
export const grantPermissions: ApprovalKind<'wallet_grantPermissions'> = {
  prepare(params, { caller, network }) {
    const request = readGrantRequest(params, caller.smartAccount, network)
    return (props) => <GrantScreen {...props} request={request} />
  },
}

type Props = ScreenProps<ApprovalResult<'wallet_grantPermissions'>> & { request: GrantRequest }

function GrantScreen(props: Props) {
  const { requestContext, tools, decision, request } = props
  const { permission } = request.grant
  const [token] = useLoaded(async () => ('token' in permission ? await readToken(permission.token, tools.read) : null))
  const [setUp, look] = useLoaded(() => readSetUp(request.account, requestContext.network, tools.read))
  const [isSetUp, setSetUp] = useState(false)
  const shown = { ...props, token }

  if (isSetUp) return <SignedScreen {...shown} startsAtOnce />
  if (setUp.kind === 'ready') {
    return setUp.value === null ? (
      <SignedScreen {...shown} startsAtOnce={false} />
    ) : (
      <SetUpScreen {...shown} onSetUp={() => setSetUp(true)} />
    )
  }
  const failed = setUp.kind === 'failed' ? setUp.error : null
  return (
    <Frame
      {...shown}
      decline={{ label: sharedT('reject'), onDecline: decision.reject }}
      accept={
        failed === null
          ? { label: t('allow'), onAccept: look, arms: true, isReady: false }
          : { label: commonT('tryAgain'), onAccept: look, arms: false, isReady: true }
      }
      status={failed === null ? undefined : { variant: 'warning', ...failureWords(failed) }}
    />
  )
}

type ShownProps = Props & { token: Loaded<TokenFacts | null> }

/** The account is set up: only a signature is needed. `startsAtOnce`: the user has confirmed already. */
function SignedScreen({ startsAtOnce, ...props }: ShownProps & { startsAtOnce: boolean }) {
  const { requestContext, tools, decision, request, token } = props
  const { grant, delegation, account } = request
  /** Signed once: if storing it fails, it is stored later, not signed again. */
  const signed = useRef<string | null>(null)
  const { state, start } = useWork(async () => {
    signed.current ??= await signature()
    const context = signed.current
    const { signer, expiry } = grant
    const { permissions, policies } = termsOfGrant(grant)
    const pci = delegationHash(delegation)
    const kept = { pci, expiry, signer, context, permissions: [...permissions], policies: [...policies] }
    await tools.services('keepPermission', kept)
    return request.answer(context)
  }, decision.approve)
  const signature = async (): Promise<string> => {
    const typedData = delegationTypedData(delegation, requestContext.network.id)
    const bytes = await tools.sign({ kind: 'typedData', address: account.owner, typedData })
    return encodePermissionContext([{ ...delegation, signature: bytesToHex(bytes) }])
  }
  useEffect(() => {
    if (startsAtOnce) start()
  }, [startsAtOnce, start])

  const isBusy = state.kind === 'busy'
  return (
    <Frame
      {...props}
      decline={{ label: sharedT('reject'), onDecline: decision.reject, disabled: isBusy }}
      accept={{
        label: state.kind === 'failed' ? commonT('tryAgain') : t('allow'),
        onAccept: start,
        arms: true,
        isReady: token.kind !== 'loading',
        busy: isBusy || (startsAtOnce && state.kind === 'idle') ? sharedT('signing') : undefined,
      }}
      status={
        state.kind === 'failed'
          ? {
              variant: isOutage(state.error) ? 'warning' : 'danger',
              ...failureWords(state.error),
              text: t('nothingGiven'),
            }
          : undefined
      }
    />
  )
}

/** The account is not set up yet: the operation that sets it up goes first, then the permission is signed. */
function SetUpScreen({ onSetUp, ...props }: ShownProps & { onSetUp: () => void }) {
  const { requestContext, tools, decision, request, token } = props
  const priceUsd = useNativePrice(tools)
  const [plan] = useState({ calls: [] })
  const {
    filled,
    isFinished: _,
    ...screen
  } = useOperation({
    requestContext,
    tools,
    decision,
    account: request.account,
    plan,
    confirm: t('allow'),
    isReady: token.kind !== 'loading' && priceUsd !== undefined,
    failing: null,
    until: 'happened',
    onSent: onSetUp,
  })
  return (
    <Frame {...props} {...screen}>
      {filled.kind === 'ready' && <SetUpNotice setUp={filled.value.setUp} network={requestContext.network} />}
      <OperationCosts
        filled={filled}
        network={requestContext.network}
        caller={requestContext.caller}
        priceUsd={priceUsd}
      />
    </Frame>
  )
}

type FrameProps = ShownProps &
  Pick<ApprovalScreenProps, 'status' | 'decline' | 'accept'> & { children?: ApprovalScreenProps['children'] }

/** Shows what is granted, in both cases. */
function Frame({ requestContext, request, token, status, decline, accept, children }: FrameProps) {
  const { grant } = request
  const { network } = requestContext
  const facts = token.kind === 'ready' ? token.value : null
  const isDangerous = handsOver(grant.permission)
  const risks = <RiskList risks={grantRisks(grant)} />
  return (
    <ApprovalScreen
      requestContext={requestContext}
      tone={isDangerous ? 'danger' : 'neutral'}
      intent={grantIntent(grant, network, facts)}
      status={status}
      decline={decline}
      {...(accept === undefined ? {} : { accept })}
    >
      <GrantFacts title={sharedT('allows')} grant={grant} network={network} token={token} />
      {children ?? (
        <KeyValueList>
          <KeyValue label={sharedT('networkFee')}>{t('noFee')}</KeyValue>
          <NetworkRow network={network} />
        </KeyValueList>
      )}
      {risks}
    </ApprovalScreen>
  )
}
