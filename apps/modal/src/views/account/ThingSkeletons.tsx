import { Skeleton } from '@latchkey/ui'

/** Placeholder rows of a list that is loading. `words`: the loading text, for assistive technology. */
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
