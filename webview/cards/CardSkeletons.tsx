/** Cards to come. */
export function CardSkeletons() {
  return (
    <div class="grid" aria-hidden="true">
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
