/** A published schema, which esbuild puts into the bundle. */
declare module "*.schema.json" {
  const schema: object;
  export default schema;
}
