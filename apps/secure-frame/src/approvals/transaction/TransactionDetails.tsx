import type { DecodedCall, EvmNetwork, EvmTransaction, UnsignedTransaction } from '@latchkey/chains'
import { Details, KeyValue, KeyValueList, RawText, Stack } from '@latchkey/ui'
import { exactAmount } from '../screen/exactAmount.ts'
import { CallTree } from './CallTree.tsx'

export type TransactionDetailsProps = {
  request: EvmTransaction
  /** Null when it creates a contract. */
  call: DecodedCall | null
  /** Null until the chain has said what is missing. */
  unsigned: UnsignedTransaction | null
  network: EvmNetwork
}

const gweiDecimals = 9
const gwei = (wei: bigint): string => `${exactAmount(wei, gweiDecimals)} gwei`

/** Every signed field, for those who want to see. */
export function TransactionDetails({ request, call, unsigned, network }: TransactionDetailsProps) {
  return (
    <div>
      {call !== null && call.fn !== null && (
        <Details summary="All arguments">
          <CallTree call={call} network={network} />
        </Details>
      )}
      <RawData request={request} unsigned={unsigned} network={network} />
    </div>
  )
}

function RawData({ request, unsigned, network }: Omit<TransactionDetailsProps, 'call'>) {
  return (
    <Details summary="Raw data">
      <Stack gap={3}>
        {unsigned !== null && (
          <KeyValueList>
            <KeyValue label="Chain id">{unsigned.chainId}</KeyValue>
            <KeyValue label="Nonce">{unsigned.nonce}</KeyValue>
            <KeyValue label="Type">{unsigned.type}</KeyValue>
            <KeyValue label="Gas limit">{unsigned.gas.toString()}</KeyValue>
            {unsigned.type === 2 ? (
              <>
                <KeyValue label="Highest fee per gas">{gwei(unsigned.maxFeePerGas)}</KeyValue>
                <KeyValue label="Tip per gas">{gwei(unsigned.maxPriorityFeePerGas)}</KeyValue>
              </>
            ) : (
              <KeyValue label="Gas price">{gwei(unsigned.gasPrice)}</KeyValue>
            )}
            <KeyValue label="Value">
              {exactAmount(unsigned.value, network.nativeCurrency.decimals)} {network.nativeCurrency.symbol}
            </KeyValue>
            {unsigned.type !== 0 && unsigned.accessList.length > 0 && (
              <KeyValue label="Access list" stacked>
                <RawText label="Access list">{JSON.stringify(unsigned.accessList)}</RawText>
              </KeyValue>
            )}
          </KeyValueList>
        )}
        <RawText label="Data of the call">{request.data}</RawText>
      </Stack>
    </Details>
  )
}
