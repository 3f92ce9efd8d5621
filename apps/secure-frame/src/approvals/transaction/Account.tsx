import { Address, KeyValue } from '@latchkey/ui'

/** An address in full, under what it is. */
export function Account({ label, address }: { label: string; address: string }) {
  return (
    <KeyValue label={label} stacked>
      <Address address={address} form="full" />
    </KeyValue>
  )
}
