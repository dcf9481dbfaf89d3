// A small runbook to look around in, made as any other app is.
const PLATFORMS = [
  { code: "web", label: "Web" },
  { code: "ios", label: "iOS" },
  { code: "android", label: "Android" },
];

export const SAMPLE_RUNBOOK = {
  name: "Harbour Shop",
  mode: "testing",
  platforms: PLATFORMS,
  sections: [
    {
      ref: "CART",
      title: "Cart",
      checks: [
        {
          ref: "CART-1",
          title: "Add an article to the cart",
          instructions: "Open any article.\nPress “Add to cart”.\nThe cart shows one article.",
        },
        { ref: "CART-2", title: "Change the quantity in the cart" },
        { ref: "CART-3", title: "Keep the cart after signing in" },
      ],
    },
    {
      ref: "PAY",
      title: "Checkout",
      checks: [
        { ref: "PAY-1", title: "Pay by card" },
        { ref: "PAY-2", title: "Pay with the phone's wallet", not_applicable: ["web"] },
        { ref: "PAY-3", title: "Receipt arrives by e-mail" },
      ],
    },
    {
      ref: "ACC",
      title: "Account",
      checks: [
        { ref: "ACC-1", title: "Sign in with a wrong password" },
        { ref: "ACC-2", title: "Delete the account" },
      ],
    },
  ],
};
