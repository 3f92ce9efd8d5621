import { Address, Details, KeyValue, KeyValueList, RawText, Stack } from '@latchkey/ui'
import { bytesToHex } from 'viem/utils'
import type { ExaminedTransaction } from './examineSolana.ts'

/** Every signed field, for those who want to see. */
export function SolanaDetails({ transaction: { transaction, instructions } }: { transaction: ExaminedTransaction }) {
  const { version, recentBlockhash, signers, lookups, message } = transaction
  return (
    <Details summary="Raw data">
      <Stack gap={3}>
        <KeyValueList>
          <KeyValue label="Version">{version === 'legacy' ? 'legacy' : String(version)}</KeyValue>
          <KeyValue label="Good until" stacked>
            <Address address={recentBlockhash} form="full" />
          </KeyValue>
          {signers.map((signer, index) => (
            <KeyValue key={signer} label={index === 0 ? 'Signed and paid by' : 'Signed by'} stacked>
              <Address address={signer} form="full" />
            </KeyValue>
          ))}
          {lookups.map(({ table }) => (
            <KeyValue key={table} label="Lookup table" stacked>
              <Address address={table} form="full" />
            </KeyValue>
          ))}
        </KeyValueList>
        {instructions.map(({ program, accounts, data }, index) => (
          <RawText key={index} label={`Instruction ${index + 1}`}>
            {[`${index + 1}. ${program}`, ...accounts, bytesToHex(data)].join('\n')}
          </RawText>
        ))}
        <RawText label="Message to sign">{bytesToHex(message)}</RawText>
      </Stack>
    </Details>
  )
}
