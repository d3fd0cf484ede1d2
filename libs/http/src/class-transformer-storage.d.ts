/** The part of class-transformer that knows what it was told; it has no public way to ask. */
declare module 'class-transformer/cjs/storage.js' {
  export const defaultMetadataStorage: {
    /** `none` unless the class itself is exposed or excluded. */
    getStrategy(target: Function): string;
    findTypeMetadata(target: Function, property: string): unknown;
    findExposeMetadata(target: Function, property: string): unknown;
    findExcludeMetadata(target: Function, property: string): unknown;
    /** 0 = from plain to class. */
    findTransformMetadatas(target: Function, property: string, type: 0): unknown[];
  };
}
