import { useLate } from "./useLate";

/** Placeholders for cards, shown if they take long to come. */
export function CardSkeletons() {
  const late = useLate();
  if (!late) return null;
  return (
    <div class="grid skeletons" aria-hidden="true">
      {Array.from({ length: 12 }, (_, index) => (
        <div class="card card-skeleton" key={index}>
          <div class="card-creative bone" />
          <div class="card-body">
            <div class="bone bone-short" />
            <div class="bone" />
            <div class="bone bone-half" />
          </div>
        </div>
      ))}
    </div>
  );
}
