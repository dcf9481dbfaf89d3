// Sends a file to an issue or a result, and tells how much of it has been sent: fetch can't say that.
import { ApiError, addressOf } from "./client.ts";
import { readerHeader } from "./reader.ts";

/** `path` is the or the result's; gives what it is with the file. */
export function sendFile<Owner>(path: string, file: File, onSent: (part: number) => void = () => {}): Promise<Owner> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open("POST", addressOf(`${path}/attachments?name=${encodeURIComponent(file.name)}`));
    request.setRequestHeader("content-type", file.type === "" ? "application/octet-stream" : file.type);
    for (const [name, value] of Object.entries(readerHeader())) request.setRequestHeader(name, value);
    request.upload.onprogress = ({ loaded, total }) => onSent(total > 0 ? loaded / total : 0);
    request.onerror = () =>
      reject(new ApiError(0, "offline", "The server can't be reached, or it cut the file off. Try again."));
    request.onload = () => {
      const { status } = request;
      const { data, error } = parsed<Owner>(request.responseText);
      if (status < 300 && data !== undefined) resolve(data);
      else reject(new ApiError(status, "refused", error?.message ?? `The server answered ${status}.`));
    };
    request.send(file);
  });
}

function parsed<Owner>(text: string): { data?: Owner; error?: { message: string } } {
  try {
    return JSON.parse(text) ?? {};
  } catch {
    return {};
  }
}
