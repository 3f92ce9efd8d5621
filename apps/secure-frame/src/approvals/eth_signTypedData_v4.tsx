import {
  checkChainId,
  describeTypedData,
  formatTypedData,
  parseEvmAddress,
  parseTypedData,
  type TypedData,
} from '@latchkey/chains'
import { AppError } from '@latchkey/protocol'
import { Address, Card, Details, KeyValue, KeyValueList, Notice, RawText } from '@latchkey/ui'
import { useMemo } from 'react'
import { bytesToHex } from 'viem/utils'
import type { ApprovalKind, ScreenProps } from './Approval.ts'
import { ApprovalScreen } from './screen/ApprovalScreen.tsx'
import { failureWords } from './screen/failureWords.ts'
import { useWork } from './screen/useWork.ts'
import { MeaningCards } from './typedData/MeaningCards.tsx'
import { foreignDomain, isDangerous, typedDataIntent } from './typedData/meaningWords.ts'
import { TypedDataTree } from './typedData/TypedDataTree.tsx'
import { visibleText } from './typedData/visibleText.ts'

/** Sign typed data (EIP-712): the fields that are shown are all the fields that are signed. */
export const signTypedData: ApprovalKind<'eth_signTypedData_v4'> = {
  prepare([address, input], { caller, network }) {
    if (parseEvmAddress(address) !== caller.address) throw new AppError('UNAUTHORIZED')
    const typedData = parseTypedData(input)
    checkChainId(typedData.domain.chainId, network.id)
    return (props) => <SignTypedDataScreen {...props} typedData={typedData} />
  },
}

type Props = ScreenProps<string> & { typedData: TypedData }

function SignTypedDataScreen({ asking, tools, decision, typedData }: Props) {
  const { caller, network } = asking
  const { domain, types, primaryType, message } = typedData
  const meaning = useMemo(() => describeTypedData(typedData), [typedData])
  const text = useMemo(() => formatTypedData(typedData), [typedData])
  const elsewhere = meaning.kind === 'signIn' ? foreignDomain(meaning.named, caller.origin) : null
  const { state, start } = useWork(async () => {
    const content = { kind: 'typedData' as const, address: caller.address, typedData: text }
    return bytesToHex(await tools.sign(content))
  }, decision.approve)

  const fields = <TypedDataTree types={types} struct={primaryType} value={message} />
  const isOfAnotherAccount = meaning.kind === 'forwardedCall' && meaning.call.from !== caller.address
  if (elsewhere !== null) {
    return (
      <ApprovalScreen
        asking={asking}
        tone="danger"
        intent="This would sign you in somewhere else"
        decline={{
          label: 'Close',
          onDecline: () => decision.fail(new AppError('INVALID_PARAMS', { details: { field: 'domain' } })),
        }}
      >
        <Notice variant="danger" title="This cannot be signed">
          A page may ask you to sign in to itself only. This one asks on behalf of another, which is how accounts are
          stolen.
        </Notice>
        <KeyValueList>
          <KeyValue label="Asked by">
            <bdi dir="ltr">{new URL(caller.origin).host}</bdi>
          </KeyValue>
          <KeyValue label="The data name">
            <bdi dir="ltr">{visibleText(elsewhere)}</bdi>
          </KeyValue>
        </KeyValueList>
        <Card title={primaryType}>{fields}</Card>
      </ApprovalScreen>
    )
  }

  return (
    <ApprovalScreen
      asking={asking}
      tone={isDangerous(meaning) ? 'danger' : 'neutral'}
      intent={typedDataIntent(meaning, primaryType, caller.origin)}
      accept={{
        label: state.kind === 'failed' ? 'Try again' : meaning.kind === 'signIn' ? 'Sign in' : 'Sign',
        onAccept: start,
        arms: true,
        isReady: true,
        busy: state.kind === 'busy' ? 'Signing' : undefined,
      }}
      decline={{ label: 'Reject', onDecline: decision.reject, disabled: state.kind === 'busy' }}
      status={state.kind === 'failed' ? { variant: 'danger', ...failureWords(state.error) } : undefined}
    >
      <MeaningCards meaning={meaning} account={caller.address} network={network} read={tools.read} />
      {isOfAnotherAccount && (
        <Notice variant="warning" title="The call is another account’s">
          It names another sender than the account that would sign, so it will most likely be refused.
        </Notice>
      )}
      {domain.chainId === undefined && (
        <Notice variant="warning" title="Good on every network">
          The data names no network: what you sign here could be used on any.
        </Notice>
      )}
      <KeyValueList>
        <KeyValue label="Network">
          <bdi>{network.name}</bdi>
        </KeyValue>
        {domain.name !== undefined && (
          <KeyValue label="For" stacked={domain.name.length > 24}>
            <bdi className="wallet-text">{visibleText(domain.name)}</bdi>
          </KeyValue>
        )}
        {domain.verifyingContract !== undefined && (
          <KeyValue label="Contract" stacked>
            <Address address={domain.verifyingContract} form="full" />
          </KeyValue>
        )}
      </KeyValueList>
      {meaning.kind === 'unknown' ? (
        <Card title={primaryType}>{fields}</Card>
      ) : (
        <Details summary="All fields">{fields}</Details>
      )}
      <Details summary="Raw data">
        <RawText label="Typed data as JSON">{text}</RawText>
      </Details>
    </ApprovalScreen>
  )
}
