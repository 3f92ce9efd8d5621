import { Skeleton } from '@latchkey/ui'

/** Rows of a list that is on its way, in their shape. `words`: what is loading, for assistive technology. */
export function ThingSkeletons({ words, count = 4 }: { words: string; count?: number }) {
  return (
    <div aria-busy="true">
      <p className="lk-hidden">{words}</p>
      {Array.from({ length: count }, (_, index) => (
        <div key={index} part="thing-skeleton">
          <Skeleton shape="icon" />
          <Skeleton count={2} />
          <Skeleton />
        </div>
      ))}
    </div>
  )
}
