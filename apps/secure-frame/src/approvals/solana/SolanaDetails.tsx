import { t as sharedT } from '@latchkey/copy/approvals'
import { t } from '@latchkey/copy/approveSolana'
import { Address, Details, KeyValue, KeyValueList, RawText, Stack } from '@latchkey/ui'
import { bytesToHex } from 'viem/utils'
import type { ExaminedTransaction } from './examineSolana.ts'

/** Shows every signed field. */
export function SolanaDetails({ transaction: { transaction, instructions } }: { transaction: ExaminedTransaction }) {
  const { version, recentBlockhash, signers, lookups, message } = transaction
  return (
    <Details summary={sharedT('rawData')}>
      <Stack gap={3}>
        <KeyValueList>
          <KeyValue label={t('raw.version')}>{version === 'legacy' ? 'legacy' : String(version)}</KeyValue>
          <KeyValue label={t('raw.blockhash')} stacked>
            <Address address={recentBlockhash} form="full" />
          </KeyValue>
          {signers.map((signer, index) => (
            <KeyValue key={signer} label={index === 0 ? t('raw.payer') : t('raw.signer')} stacked>
              <Address address={signer} form="full" />
            </KeyValue>
          ))}
          {lookups.map(({ table }) => (
            <KeyValue key={table} label={t('raw.lookupTable')} stacked>
              <Address address={table} form="full" />
            </KeyValue>
          ))}
        </KeyValueList>
        {instructions.map(({ program, accounts, data }, index) => (
          <RawText key={index} label={t('raw.instruction', { number: index + 1 })}>
            {[`${index + 1}. ${program}`, ...accounts, bytesToHex(data)].join('\n')}
          </RawText>
        ))}
        <RawText label={t('raw.message')}>{bytesToHex(message)}</RawText>
      </Stack>
    </Details>
  )
}
