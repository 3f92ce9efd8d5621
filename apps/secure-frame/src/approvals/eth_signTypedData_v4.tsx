import {
  checkChainId,
  detectPermit,
  formatTypedData,
  type Permit,
  parseEvmAddress,
  parseTypedData,
  shortAddress,
  type TypedData,
} from '@latchkey/chains'
import { AppError } from '@latchkey/protocol'
import { Address, Card, Details, KeyValue, KeyValueList, Notice, RawText } from '@latchkey/ui'
import { useMemo } from 'react'
import { bytesToHex } from 'viem/utils'
import type { ChainReader } from '../chain/createChainReader.ts'
import type { ApprovalKind, ScreenProps } from './Approval.ts'
import { ApprovalScreen } from './screen/ApprovalScreen.tsx'
import { failureWords } from './screen/failureWords.ts'
import { useWork } from './screen/useWork.ts'
import { TokenAmount } from './token/TokenAmount.tsx'
import { useToken } from './token/useToken.ts'
import { TypedDataTree } from './typedData/TypedDataTree.tsx'

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
  const { domain, types, primaryType, message } = typedData
  const permit = useMemo(() => detectPermit(typedData), [typedData])
  const text = useMemo(() => formatTypedData(typedData), [typedData])
  const isUnlimited = permit?.allowances.some((allowance) => allowance.unlimited) === true
  const { state, start } = useWork(async () => {
    const content = { kind: 'typedData' as const, address: asking.caller.address, typedData: text }
    return bytesToHex(await tools.sign(content))
  }, decision.approve)

  return (
    <ApprovalScreen
      asking={asking}
      tone={isUnlimited ? 'danger' : 'neutral'}
      intent={permit === null ? `Sign “${primaryType}”` : intentOf(permit)}
      accept={{
        label: state.kind === 'failed' ? 'Try again' : 'Sign',
        onAccept: start,
        arms: true,
        isReady: true,
        busy: state.kind === 'busy' ? 'Signing' : undefined,
      }}
      decline={{ label: 'Reject', onDecline: decision.reject, disabled: state.kind === 'busy' }}
      status={state.kind === 'failed' ? { variant: 'danger', ...failureWords(state.error) } : undefined}
    >
      {permit !== null && <PermitCard permit={permit} read={tools.read} />}
      {domain.chainId === undefined && (
        <Notice variant="warning" title="Good on every network">
          The data names no network: what you sign here could be used on any.
        </Notice>
      )}
      <KeyValueList>
        <KeyValue label="Network">
          <bdi>{asking.network.name}</bdi>
        </KeyValue>
        {domain.name !== undefined && (
          <KeyValue label="For">
            <bdi>{domain.name}</bdi>
          </KeyValue>
        )}
        {domain.verifyingContract !== undefined && (
          <KeyValue label="Contract" stacked>
            <Address address={domain.verifyingContract} form="full" />
          </KeyValue>
        )}
      </KeyValueList>
      {permit === null ? (
        <Card title={primaryType}>
          <TypedDataTree types={types} struct={primaryType} value={message} />
        </Card>
      ) : (
        <Details summary="All fields">
          <TypedDataTree types={types} struct={primaryType} value={message} />
        </Details>
      )}
      <Details summary="Raw data">
        <RawText label="Typed data as JSON">{text}</RawText>
      </Details>
    </ApprovalScreen>
  )
}

const intentOf = ({ allowances, spender }: Permit): string =>
  allowances.some((allowance) => allowance.unlimited)
    ? `Let ${shortAddress(spender)} take all of your tokens`
    : `Let ${shortAddress(spender)} spend your tokens`

function PermitCard({ permit, read }: { permit: Permit; read: ChainReader }) {
  const isUnlimited = permit.allowances.some((allowance) => allowance.unlimited)
  return (
    <>
      <Card tone={isUnlimited ? 'danger' : 'warning'} title="What you allow">
        <KeyValueList>
          <KeyValue label="Who may spend" stacked>
            <Address address={permit.spender} form="full" />
          </KeyValue>
          {permit.allowances.map((allowance) => (
            <Allowance key={allowance.token} allowance={allowance} read={read} />
          ))}
          <KeyValue label="Usable until">{deadlineWords(permit)}</KeyValue>
        </KeyValueList>
      </Card>
      <Notice variant={isUnlimited ? 'danger' : 'warning'} title="Signing is enough">
        Whoever has this signature can take the tokens without asking again, and at no cost to them.
      </Notice>
    </>
  )
}

function Allowance({ allowance, read }: { allowance: Permit['allowances'][number]; read: ChainReader }) {
  const token = useToken(allowance.token, read)
  return (
    <>
      <KeyValue label="Amount" stacked>
        <TokenAmount amount={allowance.amount} isUnlimited={allowance.unlimited} token={token} />
      </KeyValue>
      <KeyValue label="Token contract" stacked>
        <Address address={allowance.token} form="full" />
      </KeyValue>
    </>
  )
}

/** The largest time that a date can hold, in seconds since 1970. */
const maxDateSeconds = 8_640_000_000_000n

const deadlineWords = ({ standard, deadline }: Permit): string =>
  deadline > maxDateSeconds || (standard === 'dai' && deadline === 0n)
    ? 'for ever'
    : new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' }).format(Number(deadline) * 1000)
