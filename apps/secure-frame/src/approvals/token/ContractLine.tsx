import { Address } from '@latchkey/ui'

/** Which token an amount is of: its contract, whatever it calls itself, and the number of a single item. */
export function ContractLine({ address, item }: { address: string; item: bigint | null }) {
  return (
    <span className="wallet-contract">
      {item !== null && (
        <>
          item <bdi dir="ltr">#{item.toString()}</bdi>,{' '}
        </>
      )}
      contract <Address address={address} />
    </span>
  )
}
