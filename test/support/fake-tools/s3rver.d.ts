// What is used of s3rver, which comes without types.
declare module "s3rver" {
  import type { RequestListener } from "node:http";

  export default class S3rver {
    constructor(options: {
      directory: string;
      silent: boolean;
      vhostBuckets?: boolean;
      configureBuckets: { name: string; configs: string[] }[];
    });
    readonly logger: { exceptions: { unhandle(): void }; close(): void };
    configureBuckets(): Promise<void>;
    callback(): RequestListener;
  }
}
