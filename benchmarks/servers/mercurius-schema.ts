export const schema = `
  scalar DateTime

  type Customer { id: Int! name: String! country: String! orders(first: Int!): [Order!]! }
  type Order {
    id: Int! customer_id: Int! status: String! total: Float! placed_at: DateTime! note: String
    customer: Customer! lines(first: Int!): [OrderLine!]!
  }
  type OrderLine { id: Int! product: String! quantity: Int! price: Float! }
  type OrderPage { items: [Order!]! hasNextPage: Boolean! endCursor: String }
  type StatusTotal { status: String! count: Int! sum: Float! }
  type Remark { order_id: Int! body: String! weight: Int! }

  input RemarkInput { order_id: Int! body: String! weight: Int! }
  input OrderInput { note: String }

  type Query {
    order(id: Int!): Order
    orders(from: Int!, first: Int!): [Order!]!
    customers(from: Int!, first: Int!): [Customer!]!
    ordersPage(from: Int!, first: Int!): OrderPage!
    latestOrders(after: String!, first: Int!): OrderPage!
    ordersByStatus(from: Int!, to: Int!): [StatusTotal!]!
  }

  type Mutation {
    createRemark(item: RemarkInput!): Remark
    createShortRemark(item: RemarkInput!): Remark
    updateOrder(id: Int!, item: OrderInput!): Order
  }
`;
